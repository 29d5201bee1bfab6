import { StatusIcon } from "@/components/ui/status-icon";
import { type DriftEntry, driftMessage, driftTitle, isWaitDrift } from "./drift-messages";

export type DriftNoticeProps = { drift: readonly DriftEntry[] };

const SHOWN_AT_ONCE = 3;

/** One per record. Nothing is dropped: this only says what did not fit. Render it when there is drift. */
export function DriftNotice({ drift }: DriftNoticeProps) {
  const sorted = [...drift.filter(isWaitDrift), ...drift.filter((entry) => !isWaitDrift(entry))];
  const tone = sorted.some(isWaitDrift) ? "wait" : "unknown";
  const rest = sorted.slice(SHOWN_AT_ONCE);
  return (
    <div className={`notice ${tone}`} hidden={sorted.length === 0}>
      <StatusIcon tone={tone} />
      <div className="grow">
        <b>{driftTitle(sorted)}</b>
        <DriftList entries={sorted.slice(0, SHOWN_AT_ONCE)} />
        {rest.length > 0 && (
          <details>
            <summary className="link">{rest.length} more</summary>
            <DriftList entries={rest} />
          </details>
        )}
      </div>
    </div>
  );
}

function DriftList({ entries }: { entries: readonly DriftEntry[] }) {
  return (
    <ul className="dim">
      {entries.map((entry) => (
        <li key={`${entry.kind} ${entry.path} ${entry.came}`}>
          <span className="mono">{entry.path || "The answer"}</span> {driftMessage(entry)}
        </li>
      ))}
    </ul>
  );
}
