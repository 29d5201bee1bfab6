import type { WebhookHealth } from "@/lib/contract/console/deliveries";
import { formatNumber } from "@/lib/format/format-count";
import { formatDay, formatMinute, formatMoment, type Zone } from "@/lib/format/format-time";

/** "13:41" today, "Thu 13:41" this week, "11 Nov 13:41" before. */
export function momentWords(iso: string, zone: Zone, nowMs: number): string {
  const at = Date.parse(iso);
  return formatDay(at, zone) === formatDay(nowMs, zone) ? formatMinute(at, zone) : formatMoment(at, zone, nowMs);
}

export function Share({ total, missed }: { total: number; missed: number }) {
  return (
    <span className="text-right max-narrow:hidden">
      {total === 0 ? (
        <span className="text-ink-3">–</span>
      ) : (
        <b className="font-semibold">{shareText(total, missed)}</b>
      )}
      <span className="sr-only"> delivered</span>
    </span>
  );
}

/** Never 100% where one is missing. */
export function shareText(total: number, missed: number): string {
  return missed === 0 ? "100%" : `${formatNumber(Math.floor((1000 * (total - missed)) / total) / 10, 1)}%`;
}

const WIDTH = 96;
const BASE = 17;
const TALL = 15;

/** A line of what was delivered in each hour, and a mark below it for each that held one that was not. */
export function Spark({ hours }: { hours: WebhookHealth["hours"] | undefined }) {
  const most = Math.max(1, ...(hours ?? []).map(([delivered]) => delivered));
  const step = WIDTH / Math.max(1, (hours?.length ?? 1) - 1);
  const points = hours?.map(
    ([delivered], at) => `${round(at * step)} ${round(BASE - 1 - (delivered / most) * (TALL - 1))}`,
  );
  const isDrawn = hours?.some(([delivered]) => delivered > 0);
  return (
    <svg className="h-[22px] w-24 overflow-visible max-mid:hidden" viewBox={`0 0 ${WIDTH} 22`} aria-hidden="true">
      <path className="fill-none stroke-rule-2" d={`M0 ${BASE}H${WIDTH}`} />
      {isDrawn && <path className="fill-none stroke-bar stroke-[1.5]" d={`M${points?.join(" L")}`} />}
      {hours?.map(([, missed], at) =>
        missed > 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: one an hour
          <rect key={at} className="fill-bar-bad" x={round(at * step - 1.6)} y="18" width="3.2" height="4" />
        ) : null,
      )}
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

export const sumOf = (all: readonly WebhookHealth["hours"][]) =>
  (all[0] ?? []).map((_, at): [number, number] => [
    all.reduce((sum, hours) => sum + (hours[at]?.[0] ?? 0), 0),
    all.reduce((sum, hours) => sum + (hours[at]?.[1] ?? 0), 0),
  ]);
