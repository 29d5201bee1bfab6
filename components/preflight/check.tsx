import type { ReactNode } from "react";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";

type CheckProps = { tone: Tone; children: ReactNode; note?: ReactNode; below?: ReactNode };

/** Holds the place of a note that is still loading, so that the button below does not move away from a press. */
export const notePlaceholder = "\u00a0";

export function Check({ tone, children, note, below }: CheckProps) {
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)] gap-x-2.5 border-rule px-3 py-2 not-first:border-t">
      <StatusIcon tone={tone} tinted className="mt-1" />
      <div>
        {children}
        {note && <small className="block text-sm/[17px] text-ink-3">{note}</small>}
        {below}
      </div>
    </li>
  );
}
