"use client";

import { type ComponentProps, type ReactElement, useState } from "react";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import type { ButtonProps } from "@/components/ui/buttons/button";
import { ConfirmDialog, type ConfirmDialogProps } from "@/components/ui/overlay/confirm-dialog";
import type { TypeToConfirm } from "@/components/ui/overlay/type-to-confirm";
import type { Send } from "./use-send";

/** How a send asks before it cannot be taken back. */
type SendAsk = Pick<ConfirmDialogProps, "question" | "children" | "id" | "facts" | "confirmLabel" | "keepLabel"> & {
  typeToConfirm: TypeToConfirm;
};

type TriggerProps = Pick<ComponentProps<"button">, "onClick" | "disabled" | "aria-haspopup" | "title">;

export type SendControlProps = {
  send: Send;
  ask: SendAsk;
  /** The question, opened from elsewhere: a key, an address. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: (props: TriggerProps) => ReactElement<ButtonProps>;
};

/** One control for one send. It asks, sends once, and shows what came of it; it never sends again by itself. */
export function SendControl({ send, ask, open: isAsked, onOpenChange, children }: SendControlProps) {
  const open = useQuestion(isAsked, send);
  const off: TriggerProps = send.off === undefined ? {} : { disabled: true, title: send.off };
  return (
    <>
      {children({ ...off, "aria-haspopup": "dialog", onClick: () => onOpenChange(true) })}
      {open && (
        <ConfirmDialog
          {...ask}
          sends={send.request}
          off={send.off}
          onConfirm={() => {
            onOpenChange(false);
            send.send();
          }}
          onClose={() => onOpenChange(false)}
        />
      )}
    </>
  );
}

/** Whether a question shows. One that is open stays where its send cannot be sent any more, with what was typed. */
export function useQuestion(isAsked: boolean, { off, isSending }: Pick<Send, "off" | "isSending">) {
  const [isShown, setIsShown] = useState(false);
  const open = isAsked && !isSending && (isShown || off === undefined);
  if (open !== isShown) setIsShown(open);
  return open;
}

/** A question that the address can open, as `?ask=end`: the command field leads here, and asking sends nothing. */
export function useAsk(name: string) {
  const url = useUrlState();
  return {
    open: url.get("ask") === name,
    onOpenChange: (isOpen: boolean) => url.set({ ask: isOpen ? name : undefined }, { replaces: true }),
  };
}
