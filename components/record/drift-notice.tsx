import { linkClass } from "@/components/ui/buttons/button-class";
import { Notice } from "@/components/ui/page/notice";
import { type DriftEntry, driftMessage, isWaitDrift } from "@/lib/contract/drift";

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

function driftTitle(entries: readonly DriftEntry[]): string {
  const count = entries.filter(isWaitDrift).length;
  if (count === 1) return "1 field differs from the API documentation";
  if (count > 1) return `${count} fields differ from the API documentation`;
  return entries.length === 1
    ? "1 field is not in the API documentation"
    : `${entries.length} fields are not in the API documentation`;
}
