import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "./dialog";

export type FormDialogProps = {
  title: ReactNode;
  lead?: ReactNode;
  submitLabel: string;
  /** False while a confirmation is missing. Disables the button. */
  isReady?: boolean;
  isSending: boolean;
  sendingLabel?: string;
  onSubmit: (event: FormEvent) => void;
  /** A field was changed. */
  onChange?: (() => void) | undefined;
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog({
  title,
  lead,
  onSubmit,
  onChange,
  onClose,
  children,
  submitLabel,
  isReady = true,
  ...sending
}: FormDialogProps) {
  const formId = useId();
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={formId} variant="primary" disabled={!isReady} {...sending}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      {lead && <p className="text-ink-2">{lead}</p>}
      <form
        id={formId}
        className={`${lead ? "mt-3.5" : "mt-2"} grid gap-3.5`}
        noValidate
        onChange={onChange}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onSubmit(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
