import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { CallRow } from "@/components/record/call-row";
import { PhoneNumber } from "@/components/record/phone-number";
import { RecordLink } from "@/components/record/summary";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { blockReasonLabels } from "@/lib/contract/console/block-reasons";
import { findNumber, type KnownNumber } from "@/lib/contract/console/contact-lists";
import { listRelated, type RelatedRecord } from "@/lib/contract/console/kept";
import { readCall } from "@/lib/contract/shapes/call";
import { formatCount } from "@/lib/format/format-count";

type NumberHistoryProps = { number: string; campaign_id: string | undefined };

export function NumberHistory({ number, campaign_id }: NumberHistoryProps) {
  const found = useQuery(read(findNumber, { number }));
  return (
    <div className="mt-3.5 min-h-16 max-w-[56em]" role="status">
      <QueryView query={found} label="the number" rows={2} level={3}>
        {({ value }) => (
          <>
            <p className="text-md font-semibold">
              <PhoneNumber number={number} copyable />
            </p>
            <Uploads {...value} campaign_id={campaign_id} />
            <Block blocked={value.blocked} />
            <KnownCalls number={number} />
          </>
        )}
      </QueryView>
    </div>
  );
}

type UploadsProps = Pick<KnownNumber, "sent" | "since"> & Pick<NumberHistoryProps, "campaign_id">;

export function Uploads({ sent, since, campaign_id }: UploadsProps) {
  if (since === null) return <p>Switchboard knows no uploads yet.</p>;
  if (sent.length === 0)
    return (
      <p>
        Not in any list uploaded here since <TimeText at={since} variant="short-day" />.
      </p>
    );
  return (
    <ul>
      {sent.map((upload) => (
        <li
          key={`${upload.import_id} ${upload.row}`}
          className="grid grid-cols-[12px_minmax(0,1fr)] gap-x-2.5 border-t border-rule py-1.5"
        >
          <StatusIcon tone={upload.outcome === "ok" ? "ok" : "wait"} tinted className="mt-1" />
          <span className="wrap-anywhere">
            Uploaded <TimeText at={upload.begun_at} variant="short-time" /> to{" "}
            {upload.campaign_id === campaign_id ? (
              "this campaign"
            ) : (
              <RecordLink field="campaign_id" id={upload.campaign_id} />
            )}{" "}
            by {upload.by}, row {formatCount(upload.row)} of {upload.file_name}, {outcomeText(upload)}.
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The platform says how many contacts of a list it accepted, but not which. */
export function outcomeText({ outcome, rows, accepted }: KnownNumber["sent"][number]): string {
  if (outcome !== "ok") return outcome === "stopped" ? "stopped, outcome unknown" : "outcome unknown";
  if (accepted === null || accepted >= rows) return "accepted";
  return `accepted ${formatCount(accepted)} of its ${formatCount(rows)} contacts`;
}

function Block({ blocked }: Pick<KnownNumber, "blocked">) {
  return (
    <p className="border-t border-rule py-1.5">
      {blocked ? (
        <>
          On the do-not-call list since <TimeText at={blocked.added_at} variant="short-day" />:{" "}
          {blockReasonLabels[blocked.reason]}, {blocked.source}, added by {blocked.by}.
        </>
      ) : (
        "Not on the do-not-call list."
      )}
    </p>
  );
}

function KnownCalls({ number }: { number: string }) {
  const { data } = useQuery(read(listRelated, { value: number, among: "calls" }));
  const calls = (data?.value.data ?? []).filter((record) => readCall(record.fields).customerNumber === number);
  const startedMs = ({ fields }: RelatedRecord) => readCall(fields).startedMs ?? 0;
  if (calls.length === 0) return null;
  return (
    <>
      <h3 className="border-t border-rule pt-1.5 text-sm/5 font-medium text-ink-2">Known calls with this number</h3>
      <ul>
        {calls
          .toSorted((one, other) => startedMs(other) - startedMs(one))
          .map((record) => (
            <li key={record.ref} className="py-1">
              <CallRow record={record} />
            </li>
          ))}
      </ul>
    </>
  );
}
