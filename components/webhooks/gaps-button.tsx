import { deferred } from "@/components/ui/browser/deferred";
import { Popover } from "@/components/ui/overlay/popover";
import { gapsText } from "@/lib/client/gap-words";
import type { Gap } from "@/lib/contract/console/webhook-log/summary";

const GapList = deferred(async () => (await import("./gap-list")).GapList);

type GapsProps = { gaps: readonly Gap[]; nowMs: number };

/** "Not watched for 9 min". Its popover lists when and why. */
export function GapsButton({ gaps, nowMs }: GapsProps) {
  return (
    <Popover
      trigger={
        <button
          type="button"
          className="inline-block min-h-6 min-w-6 cursor-pointer underline decoration-ink-3 decoration-dotted underline-offset-3"
        >
          {gapsText(gaps)}
        </button>
      }
      label="Not watched"
      load={GapList.load}
    >
      <GapList gaps={gaps} nowMs={nowMs} />
    </Popover>
  );
}
