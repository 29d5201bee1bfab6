"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

type StepBarProps = { label: string; whyNot: string | undefined; onContinue: () => void; children?: ReactNode };

/** Where a step ends: the way on, and while it is off, why. */
export function StepBar({ label, whyNot, onContinue, children }: StepBarProps) {
  const noteId = useId();
  return (
    <BottomBar className="justify-end gap-x-4 gap-y-2.5 max-narrow:flex-wrap">
      <p
        className="text-right text-sm/[17px] text-ink-2 max-narrow:w-full max-narrow:text-left max-narrow:empty:hidden"
        id={noteId}
      >
        {whyNot ?? children}
      </p>
      <Button
        variant="primary"
        className="max-narrow:h-10 max-narrow:flex-1"
        aria-disabled={whyNot !== undefined}
        aria-describedby={noteId}
        onClick={onContinue}
      >
        {label}
        <Icon name="right" />
      </Button>
    </BottomBar>
  );
}

/** What stays in view at the end of a step, however long the step is. */
export function BottomBar({ className, ...rest }: ComponentProps<"section"> & { className: string }) {
  return (
    <section
      {...rest}
      className={`sticky bottom-0 z-10 flex items-center border-t border-rule-2 bg-sheet px-(--gutter) py-2.5 ${className}`}
    />
  );
}
