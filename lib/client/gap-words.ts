import type { Gap } from "@/lib/contract/console/webhook-log/summary";
import { countOf } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";

const reasons: Record<Gap["reason"], string | undefined> = {
  stopped: "Switchboard was stopped",
  another_platform: "another platform was connected",
  no_answer: "the log did not answer",
  off: "polling was switched off",
  late: "the log was read late",
  unknown: undefined,
};

/** The server names at most this many gaps of a time. */
const maxGaps = 50;

type MomentOf = (iso: string) => string;

const secondsOf = ({ from, to }: Gap) => Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1_000));

/** "Not watched for 9 min", all gaps together. Undefined without any. */
export function gapsText(gaps: readonly Gap[]): string | undefined {
  if (gaps.length === 0) return undefined;
  const seconds = gaps.reduce((sum, gap) => sum + secondsOf(gap), 0);
  return `Not watched for ${gaps.length >= maxGaps ? "at least " : ""}${formatSpan(seconds)}`;
}

/** "15:00–15:06", "Thu 15:00–15:06", or "15:00, for 38 s" within one minute. */
function gapTime(gap: Gap, momentOf: MomentOf): string {
  const [start, end] = [momentOf(gap.from), momentOf(gap.to)];
  if (start === end) return `${start}, for ${formatSpan(secondsOf(gap))}`;
  const day = start.slice(0, start.lastIndexOf(" ") + 1);
  return `${start}–${day && end.startsWith(day) ? end.slice(day.length) : end}`;
}

export type GapLine = { from: string; time: string; reason: string | undefined; failed: string | undefined };

/** One line for each gap, the latest first. */
export const gapLines = (gaps: readonly Gap[], momentOf: MomentOf): GapLine[] =>
  gaps.toReversed().map((gap) => ({
    from: gap.from,
    time: gapTime(gap, momentOf),
    reason: reasons[gap.reason],
    failed:
      gap.not_delivered > 0 ? `${countOf(gap.not_delivered, "delivery", "deliveries")} failed in this time` : undefined,
  }));

const maxInTicket = 3;

/** "for 9 min: 15:00–15:06 (the log did not answer, 2 deliveries failed in this time), 04:10–04:13". The latest gaps only. */
export function gapsInTicket(gaps: readonly Gap[], momentOf: MomentOf): string | undefined {
  const text = gapsText(gaps)?.replace("Not watched ", "");
  if (text === undefined) return undefined;
  const lines = gapLines(gaps, momentOf)
    .slice(0, maxInTicket)
    .map(({ time, reason, failed }) => {
      const facts = [reason, failed].filter((fact) => fact !== undefined).join(", ");
      return facts ? `${time} (${facts})` : time;
    });
  const more = gaps.length - lines.length;
  return `${text}: ${[...lines, ...(more > 0 ? [`${more} earlier`] : [])].join(", ")}`;
}
