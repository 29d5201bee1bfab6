"use client";

import { type ComponentProps, type ReactElement, type ReactNode, useState } from "react";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import type { ButtonProps } from "@/components/ui/buttons/button";
import { AskPopover } from "@/components/ui/overlay/ask-popover";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { TypeToConfirm } from "@/components/ui/overlay/type-to-confirm";
import type { Send } from "./use-send";

/** How a send asks, in proportion to its harm. */
type SendAsk =
  | { by: "nothing" }
  | { by: "question"; question: string; body?: ReactNode; confirmLabel: string }
  | {
      by: "typing";
      question: string;
      body: ReactNode;
      type: TypeToConfirm;
      /** The record's ID, one press away. */
      id?: string;
      facts?: readonly (readonly [name: string, value: ReactNode])[];
      confirmLabel: string;
      keepLabel?: string;
    };

type TriggerProps = Pick<ComponentProps<"button">, "onClick" | "aria-disabled" | "aria-haspopup" | "title">;

export type SendControlProps = {
  send: Send;
  ask: SendAsk;
  /** The question, opened from elsewhere: a key, an address. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: (props: TriggerProps) => ReactElement<ButtonProps>;
};

/** One control for one send. It asks, sends once, and shows what came of it; it never sends again by itself. */
export function SendControl({ send, ask, children, ...control }: SendControlProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const isOff = send.off !== undefined;
  const open = (control.open ?? ownOpen) && !isOff && !send.isSending;
  const change = control.onOpenChange ?? setOwnOpen;
  const off: TriggerProps = isOff ? { "aria-disabled": true, title: send.off } : {};

  if (ask.by === "nothing") return children({ ...off, onClick: send.send });
  if (ask.by === "question") {
    const { by: _, body, ...question } = ask;
    return (
      <AskPopover {...question} trigger={children(off)} open={open} onOpenChange={change} onConfirm={send.send}>
        {body && <p>{body}</p>}
        <p>
          Sends <code>{send.request}</code>
        </p>
      </AskPopover>
    );
  }
  const { by: _, body, type, ...question } = ask;
  const confirm = () => {
    change(false);
    send.send();
  };
  return (
    <>
      {children({ ...off, "aria-haspopup": "dialog", onClick: () => change(true) })}
      {open && (
        <ConfirmDialog
          {...question}
          sends={send.request}
          typeToConfirm={type}
          onConfirm={confirm}
          onClose={() => change(false)}
        >
          {body}
        </ConfirmDialog>
      )}
    </>
  );
}

/** A question that the address can open, as `?ask=end`: the command field leads here, and asking sends nothing. */
export function useAsk(name: string) {
  const url = useUrlState();
  return {
    open: url.get("ask") === name,
    onOpenChange: (isOpen: boolean) => url.set({ ask: isOpen ? name : undefined }, { replaces: true }),
  };
}
