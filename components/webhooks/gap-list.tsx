import { useZone } from "@/components/ui/time/zone";
import { gapLines } from "@/lib/client/gap-words";
import { momentWords } from "@/lib/client/webhook-log";
import type { Gap } from "@/lib/contract/console/webhook-log/summary";

/** Times that were not watched, the latest first, with the reason if it is known. */
export function GapList({ gaps, nowMs }: { gaps: readonly Gap[]; nowMs: number }) {
  const zone = useZone();
  const lines = gapLines(gaps, (iso) => momentWords(iso, zone, nowMs));
  return (
    <ul className="max-h-80 max-w-96 space-y-1.5 overflow-auto">
      {lines.map(({ from, time, reason, failed }) => (
        <li key={from} className="grid grid-cols-[auto_1fr] gap-x-4">
          <b className="font-semibold whitespace-nowrap">{time}</b>
          <span>{reason ? reason.charAt(0).toUpperCase() + reason.slice(1) : "The reason is not known"}</span>
          {failed && <span className="col-start-2 text-sm/[17px] text-ink-3">{failed}</span>}
        </li>
      ))}
    </ul>
  );
}
