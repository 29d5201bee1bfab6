import { type ReactElement, useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import type { ButtonProps } from "@/components/ui/buttons/button";
import type { ConfirmDialogProps } from "@/components/ui/overlay/confirm-dialog";
import type { TypeToConfirm } from "@/components/ui/overlay/type-to-confirm";
import type { Send } from "./use-send";

const ConfirmDialog = deferred(async () => (await import("@/components/ui/overlay/confirm-dialog")).ConfirmDialog);

type SendAsk = Pick<ConfirmDialogProps, "question" | "children" | "facts" | "confirmLabel" | "keepLabel"> & {
  typeToConfirm?: TypeToConfirm;
};

type TriggerProps = Pick<ButtonProps, "onClick" | "disabled" | "aria-haspopup" | "title" | "load">;

export type SendControlProps = {
  send: Send;
  ask: SendAsk;
  /** Controlled, because a shortcut or the URL can open the dialog. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: (props: TriggerProps) => ReactElement<ButtonProps>;
};

/** Control for one action. Asks for confirmation and sends once. Never retries. */
export function SendControl({ send, ask, open: isRequested, onOpenChange, children }: SendControlProps) {
  const open = useQuestion(isRequested, send);
  const disabledProps: TriggerProps = send.off === undefined ? {} : { disabled: true, title: send.off };
  return (
    <>
      {children({
        ...disabledProps,
        "aria-haspopup": "dialog",
        load: ConfirmDialog.load,
        onClick: () => onOpenChange(true),
      })}
      {open && (
        <ConfirmDialog
          {...ask}
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

/** True while the dialog shows. An open dialog stays, with its input, if the action becomes unavailable. */
export function useQuestion(isRequested: boolean, { off, isSending }: Pick<Send, "off" | "isSending">) {
  const [isShown, setIsShown] = useState(false);
  const open = isRequested && !isSending && (isShown || off === undefined);
  if (open !== isShown) setIsShown(open);
  return open;
}

/** State of a dialog that the URL can open, such as `?ask=end`. Opening sends nothing. */
export function useAsk(name: string) {
  const url = useUrlState();
  return {
    open: url.get("ask") === name,
    onOpenChange: (isOpen: boolean) => url.set({ ask: isOpen ? name : undefined }, { replaces: true }),
  };
}
