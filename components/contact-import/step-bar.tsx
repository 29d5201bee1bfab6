"use client";

import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

type StepBarProps = { label: string; whyNot: string | undefined; onContinue: () => void; children?: ReactNode };

/** Where a step ends: the way on, and while it is off, why. */
export function StepBar({ label, whyNot, onContinue, children }: StepBarProps) {
  const noteId = useId();
  return (
    <div className="cf-bar">
      <p className="note" id={noteId}>
        {whyNot ?? children}
      </p>
      <Button variant="primary" aria-disabled={whyNot !== undefined} aria-describedby={noteId} onClick={onContinue}>
        {label}
        <Icon name="right" />
      </Button>
    </div>
  );
}
