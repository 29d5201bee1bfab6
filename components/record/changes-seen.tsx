import { Section } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { shortValue } from "./diff-records";
import type { SeenChange } from "./use-changes-seen";

export type ChangesSeenProps = { changes: readonly SeenChange[]; isWatching: boolean };

/** What changed between reads while this page was open. */
export function ChangesSeen({ changes, isWatching }: ChangesSeenProps) {
  return (
    <Section title="Changes seen">
      {changes.length === 0 ? (
        <p className="note">
          {isWatching
            ? "Reading every 5 s. Nothing has changed yet."
            : "None since this page was opened. Watch reads every 5 s."}
        </p>
      ) : (
        <ul className="ch">
          {changes.map(({ id, at, path, before, after }) => (
            <li key={id}>
              <span className="faint">
                <TimeText at={at} variant="clock" quiet />
              </span>
              <span>
                <span className="mono">{path.join(".") || "the record"}</span> <del>{shortValue(before)}</del>
                <span aria-hidden="true"> → </span>
                <span className="vh"> is now </span>
                <ins>{shortValue(after)}</ins>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
