import { CallLink } from "@/components/record/call-link";
import { CallOutcome } from "@/components/record/call-outcome";
import { RecordLink } from "@/components/record/summary";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import type { Person } from "@/lib/contract/console/person";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { clockSpan } from "@/lib/format/format-time";

const dash = <span className="text-ink-3">–</span>;

/** Calls of a person, newest first. Without any, since when calls are seen. */
export function PersonCalls({ calls, calls_since, has_more_calls }: PersonCallsProps) {
  if (calls.length === 0) return <NoCalls since={calls_since} />;
  return (
    <>
      <table className="w-full table-fixed border-b border-rule text-left max-narrow:block">
        <caption className="sr-only">Calls, newest first</caption>
        <thead className="text-sm/5 text-ink-2 max-narrow:sr-only">
          <tr className="border-t border-rule">
            {["Started", "Campaign", "Length", "Status"].map((header) => (
              <th key={header} scope="col" className={`py-1.5 pr-3 font-medium ${numberColumn(header)}`}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-narrow:block">
          {calls.map((call) => (
            <CallLine key={call.call_id} call={call} />
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm/5 text-ink-3">
        {has_more_calls && `These are the newest ${formatCount(calls.length)}. `}
        {calls_since !== null && (
          <>
            Calls are seen since <TimeText at={calls_since} variant="moment" />.
          </>
        )}
      </p>
    </>
  );
}

type PersonCallsProps = Pick<Person, "calls" | "calls_since" | "has_more_calls">;

const numberColumn = (header: string) => (header === "Length" ? "text-right" : "");

function NoCalls({ since }: { since: string | null }) {
  if (since === null) return <p>No call seen. No event of the platform has arrived here yet.</p>;
  return (
    <p>
      No call seen since <TimeText at={since} variant="moment" />.
    </p>
  );
}

function CallLine({ call }: { call: FoundCall }) {
  const { call_id, at, campaign_id, campaign_name, direction } = call;
  return (
    <tr className="border-t border-rule [&>td]:py-2 [&>td]:pr-3 max-narrow:grid max-narrow:grid-cols-[minmax(0,1fr)_auto] max-narrow:py-1.5 max-narrow:[&>td]:p-0">
      <td className="whitespace-nowrap max-narrow:order-4 max-narrow:text-right max-narrow:text-ink-3">
        <TimeText at={at} variant="moment" quiet />
      </td>
      <td className="wrap-anywhere max-narrow:order-3">
        {campaign_id === null ? (
          <span className="text-ink-3">{direction === null ? "no campaign" : visibleControls(direction)}</span>
        ) : (
          <RecordLink field="campaign_id" id={campaign_id}>
            {campaign_name && visibleControls(campaign_name)}
          </RecordLink>
        )}
      </td>
      <td className="text-right whitespace-nowrap tabular-nums max-narrow:order-2">
        <CallLength call={call} />
      </td>
      <td className="max-narrow:order-1 max-narrow:min-w-0">
        <CallLink call_id={call_id}>
          <CallOutcome call={call} />
        </CallLink>
      </td>
    </tr>
  );
}

function CallLength({ call: { is_over, no_end_seen, seconds, answered_at, at } }: { call: FoundCall }) {
  const isLive = !is_over && !no_end_seen;
  const now = useNow(isLive ? 1_000 : 60_000);
  if (!isLive) return seconds ? clockSpan(seconds) : dash;
  if (now === undefined) return dash;
  return <b>{clockSpan(Math.max(0, Math.floor((now - Date.parse(answered_at ?? at)) / 1000)))}</b>;
}
