import { RecordLink } from "@/components/record/summary";
import { Icon } from "@/components/ui/buttons/icon";
import { TimeText } from "@/components/ui/time/time-text";
import type { Person, SentNumber } from "@/lib/contract/console/person";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";

/** Uploads with a number, each with its row. */
export function UploadedLists({ sent, sent_since }: Pick<Person, "sent" | "sent_since">) {
  if (sent_since === null) return <p>No list was uploaded here yet.</p>;
  if (sent.length === 0)
    return (
      <p>
        In no list uploaded here since <TimeText at={sent_since} variant="short-day" />.
      </p>
    );
  return (
    <ul>
      {sent.map((upload) => (
        <li
          key={`${upload.import_id} ${upload.row}`}
          className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 border-t border-rule py-2 wrap-anywhere"
        >
          <Icon name="file" className="mt-0.5 text-ink-3" />
          <span>
            <b className="font-semibold">{visibleControls(upload.file_name)}</b>, row {formatCount(upload.row)}
            <small className="block text-sm/5">
              <RecordLink field="campaign_id" id={upload.campaign_id}>
                {upload.campaign_name && visibleControls(upload.campaign_name)}
              </RecordLink>
            </small>
            <small className="block text-sm/5 text-ink-2">
              <TimeText at={upload.begun_at} variant="short-time" /> by {upload.by}, {outcomeText(upload)}
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The platform says how many contacts of a list it accepted, but not which. */
export function outcomeText({ outcome, rows, accepted }: Pick<SentNumber, "outcome" | "rows" | "accepted">): string {
  if (outcome !== "ok") return outcome === "stopped" ? "stopped, outcome unknown" : "outcome unknown";
  if (accepted === null || accepted >= rows) return "accepted";
  return `accepted ${formatCount(accepted)} of its ${formatCount(rows)} contacts`;
}
