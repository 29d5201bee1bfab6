import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";

type UndoBarProps = {
  title: string;
  /** Text before and after the seconds, which are not announced as they count down. */
  parts: readonly [before: string, after: string];
  secondsLeft: number;
  note: ReactNode;
  isUndoing: boolean;
  onUndo: (() => void) | undefined;
};

/** Bar at the bottom of the window while an action can be undone. Place it inside a region with the role `status`. */
export function UndoBar({ title, parts: [before, after], secondsLeft, note, isUndoing, onUndo }: UndoBarProps) {
  return (
    <div data-undo-bar className={barClass}>
      <StatusIcon tone="live" tinted />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{title}. </span>
        <b className="font-semibold" aria-hidden="true">
          {before} {secondsLeft > 0 ? `in ${secondsLeft} s` : "now"}
          {after}
        </b>
        <small className="block text-sm/[17px] text-ink-2">{note}</small>
      </span>
      {onUndo && (
        <Button icon="undo" className="max-narrow:h-11" isSending={isUndoing} sendingLabel="Undoing…" onClick={onUndo}>
          Undo
        </Button>
      )}
    </div>
  );
}

const barClass = [
  "fixed bottom-5 left-1/2 z-70 grid w-[min(620px,calc(100vw-24px))] -translate-x-1/2 grid-cols-[12px_minmax(0,1fr)_auto]",
  "items-center gap-x-3 rounded-3 border-t-3 border-live-fill bg-float py-3 pr-3 pl-4 shadow-(--sh-3) [--cut:var(--float)]",
  "max-narrow:bottom-3 max-narrow:[body:has([data-bottom-strip])_&]:bottom-21 print:hidden forced-colors:border forced-colors:border-[CanvasText]",
].join(" ");
