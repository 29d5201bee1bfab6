"use client";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { type Change, shortValue } from "@/lib/format/diff-records";

export type ChangesSeenProps = { changes: readonly SeenChange[]; empty: string };

/** What changed between reads of a record, newest first. */
export function ChangesSeen({ changes, empty }: ChangesSeenProps) {
  return (
    <Section title="Changes seen">
      {changes.length === 0 ? (
        <p className="text-sm/[17px] text-ink-3">{empty}</p>
      ) : (
        <ul>
          {changes.map(({ id, at, path, before, after }) => (
            <li
              key={id}
              className="grid grid-cols-[64px_minmax(0,1fr)] items-baseline gap-x-2.5 border-t border-rule py-1.5"
            >
              <span className="text-sm/5 wrap-anywhere text-ink-3">
                <TimeText at={at} variant="clock" quiet />
              </span>
              <span className="wrap-anywhere">
                <code>{path.join(".") || "the record"}</code> <del className="text-ink-3">{shortValue(before)}</del>
                <span aria-hidden="true"> → </span>
                <span className="sr-only"> is now </span>
                <ins className="font-[550] no-underline">{shortValue(after)}</ins>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export type SeenChange = Change & { at: string; id: number };
