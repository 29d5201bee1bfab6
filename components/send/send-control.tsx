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
  children: (props: TriggerProps) => ReactElement<ButtonProps> | null;
};

/** Control for one action. Asks for confirmation and sends once. Never retries. */
export function SendControl({ send, ask, open: isRequested, onOpenChange, children }: SendControlProps) {
  const { isOpen, off } = useQuestion(isRequested, send);
  const disabledProps: TriggerProps = send.off === undefined ? {} : { disabled: true, title: send.off };
  return (
    <>
      {children({
        ...disabledProps,
        "aria-haspopup": "dialog",
        load: ConfirmDialog.load,
        onClick: () => onOpenChange(true),
      })}
      {isOpen && (
        <ConfirmDialog
          {...ask}
          off={off}
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

type QuestionSend = Pick<Send, "off" | "isSending"> & { misfit?: string | undefined };

/**
 * Follows the record of a question. An open dialog stays, with its input, and says why if the action becomes unavailable.
 * `misfit` is why the record's state does not fit the action. One that was there before is left to the platform to judge.
 */
export function useQuestion(isRequested: boolean, { off, isSending, misfit }: QuestionSend) {
  const [opened, setOpened] = useState<{ misfit: string | undefined }>();
  const isOpen = isRequested && !isSending && (opened !== undefined || off === undefined);
  if (isOpen !== (opened !== undefined)) setOpened(isOpen ? { misfit } : undefined);
  return { isOpen, off: off ?? (opened?.misfit === misfit ? undefined : misfit) };
}

/** State of a dialog that the URL can open, such as `?ask=end`. Opening sends nothing. */
export function useAsk(name: string) {
  const url = useUrlState();
  return {
    open: url.get("ask") === name,
    onOpenChange: (isOpen: boolean) => url.set({ ask: isOpen ? name : undefined }, { replaces: true }),
  };
}
