import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import type { RelatedRecord } from "@/lib/contract/console/related-records";
import { idToPath } from "@/lib/contract/identifier";
import { callLimitOf, endedReason, readCall } from "@/lib/contract/shapes/call";
import { visibleControls } from "@/lib/format/format-raw";
import { formatSpan } from "@/lib/format/format-time";

type CallRowProps = {
  record: RelatedRecord;
  /** Names whom the call is with. */
  isNamed?: boolean;
};

/** A known call in a list: how it ended, how long it was and when it began. */
export function CallRow({ record, isNamed = false }: CallRowProps) {
  const call = readCall(record.fields);
  const { reason, talkSeconds, startedMs, isLive, status } = call;
  const { endsMs = Number.POSITIVE_INFINITY } = callLimitOf(call, undefined) ?? {};
  const isLate = (useNow(60_000) ?? 0) > endsMs;
  const word = isLive
    ? isLate
      ? "Still ringing"
      : "In progress"
    : visibleControls(endedReason(reason)?.label ?? reason ?? status ?? "Call");
  const outcome = `${word}${!isLive && talkSeconds ? `, ${formatSpan(talkSeconds, true)}` : ""}`;
  return (
    <span className="grid grid-cols-[12px_minmax(0,1fr)_auto] items-baseline gap-x-2.5">
      <StatusIcon tone={isLate ? "wait" : isLive ? "live" : "idle"} tinted className="self-center" />
      <span className="min-w-0 wrap-anywhere">
        <Link className={linkClass} href={`/calls/${idToPath(record.ref)}`}>
          {isNamed ? (record.name ?? record.ref) : outcome}
        </Link>
        {isNamed && <span className="text-ink-2"> {outcome}</span>}
      </span>
      <span className="text-sm/5 text-ink-3">
        {startedMs !== undefined && <TimeText at={startedMs} variant="moment" quiet />}
      </span>
    </span>
  );
}
