import { linkClass } from "@/components/ui/link-class";
import { Notice } from "@/components/ui/notice";
import { type DriftEntry, driftMessage, driftTitle, isWaitDrift } from "./drift-messages";

export type DriftNoticeProps = { drift: readonly DriftEntry[] };

const SHOWN_AT_ONCE = 3;

/** One per record. Nothing is dropped: this only says what did not fit. Render it when there is drift. */
export function DriftNotice({ drift }: DriftNoticeProps) {
  const sorted = [...drift.filter(isWaitDrift), ...drift.filter((entry) => !isWaitDrift(entry))];
  const tone = sorted.some(isWaitDrift) ? "wait" : "unknown";
  const rest = sorted.slice(SHOWN_AT_ONCE);
  return (
    <Notice tone={tone} title={driftTitle(sorted)} hidden={sorted.length === 0}>
      <DriftList entries={sorted.slice(0, SHOWN_AT_ONCE)} />
      {rest.length > 0 && (
        <details>
          <summary className={linkClass}>{rest.length} more</summary>
          <DriftList entries={rest} />
        </details>
      )}
    </Notice>
  );
}

function DriftList({ entries }: { entries: readonly DriftEntry[] }) {
  return (
    <ul className="text-ink-2">
      {entries.map((entry) => (
        <li key={`${entry.kind} ${entry.path} ${entry.came}`}>
          <code>{entry.path || "The answer"}</code> {driftMessage(entry)}
        </li>
      ))}
    </ul>
  );
}
