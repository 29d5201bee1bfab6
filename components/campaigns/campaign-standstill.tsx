import { stillFor } from "@/components/registry/expected-end";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { handledOf } from "@/lib/contract/console/campaign-counters";
import { hoursAt, hoursIn } from "@/lib/contract/console/campaign-hours";
import type { CampaignProgress as Progress } from "@/lib/contract/console/campaign-progress";
import { countOf } from "@/lib/format/format-count";
import { formatMoment } from "@/lib/format/format-time";

type StandsStillProps = { progress: Progress; record: Record<string, unknown> };

export function StandsStill({ progress, record }: StandsStillProps) {
  const { pace, counts, read_at } = progress;
  const zone = useZone();
  const handled = handledOf(counts);
  if (!pace.stillSince || !handled) return null;
  const hours = hoursIn(record);
  const open = hours && hoursAt(hours, Date.parse(read_at));
  const active = counts.active?.count ?? 0;
  const waiting = counts.waiting?.count ?? handled.total - handled.count;
  return (
    <div className="px-(--gutter) pt-4">
      <Notice tone="wait" role="status" title={`No movement for ${stillSpan(progress)}`}>
        <p>
          {countOf(waiting, "person is", "people are")} waiting, and nothing has changed since {atLeast(progress)}
          <TimeText at={pace.stillSince} variant="moment" />.
          {open?.isOpen &&
            open.untilMs &&
            ` Calling hours are open until ${formatMoment(open.untilMs, zone, Date.parse(read_at))}.`}
          {active > 0 && ` ${countOf(active, "call has", "calls have")} been in progress all that time.`}
        </p>
      </Notice>
    </div>
  );
}

/** The campaign may have stalled before it was first seen. */
const atLeast = ({ pace, first_seen_at }: Progress) => (pace.stillSince === first_seen_at ? "at least " : "");

export const stillSpan = (progress: Progress) =>
  `${atLeast(progress)}${stillFor(progress.pace.stillSince ?? progress.read_at, progress.read_at)}`;
