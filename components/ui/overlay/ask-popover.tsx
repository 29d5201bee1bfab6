"use client";

import { type ReactElement, type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/buttons/button";
import { Popover } from "./popover";

export type AskPopoverProps = {
  trigger: ReactElement<ButtonProps>;
  question: string;
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** Confirmation for actions that are easy to undo. */
export function AskPopover({ trigger, question, children, confirmLabel, onConfirm, ...control }: AskPopoverProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const open = control.open ?? ownOpen;
  const change = control.onOpenChange ?? setOwnOpen;
  return (
    <Popover trigger={trigger} label={question} open={open} onOpenChange={change}>
      <div>
        <h2 className="mb-0.5 text-md font-semibold">{question}</h2>
        <div className="text-ink-2">{children}</div>
        <div className="mt-3 flex justify-end gap-2">
          <Button size="small" onClick={() => change(false)}>
            Cancel
          </Button>
          <Button
            size="small"
            variant="primary"
            onClick={() => {
              change(false);
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
