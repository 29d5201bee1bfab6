import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "./dialog";

type StayQuestionProps = {
  title: string;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before an action that loses changes. Enter stays. */
export function StayQuestion({ title, confirmLabel, onConfirm, onClose, children }: StayQuestionProps) {
  return (
    <Dialog
      title={title}
      alert
      onClose={onClose}
      footer={
        <>
          <Button data-first-focus onClick={onClose}>
            Stay
          </Button>
          <Button variant="stop" onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{children}</p>
    </Dialog>
  );
}
