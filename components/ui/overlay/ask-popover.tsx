import { type ReactElement, type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/buttons/button";
import { Popover } from "./popover";

export type AskPopoverProps = {
  trigger: ReactElement<ButtonProps>;
  question: string;
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
};

/** Confirmation for actions that are easy to undo. */
export function AskPopover({ trigger, question, children, confirmLabel, onConfirm }: AskPopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover trigger={trigger} label={question} open={isOpen} onOpenChange={setIsOpen}>
      <div>
        <h2 className="mb-0.5 text-md font-semibold">{question}</h2>
        <div className="text-ink-2">{children}</div>
        <div className="mt-3 flex justify-end gap-2">
          <Button size="small" onClick={() => setIsOpen(false)}>
            Cancel
          </Button>
          <Button
            size="small"
            variant="primary"
            onClick={() => {
              setIsOpen(false);
              onConfirm();
            }}
          >
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Popover>
  );
}
