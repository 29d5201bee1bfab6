import type { PauseSetting, RulePause } from "@/lib/contract/console/automation/pauses";
import type { WeeklyHours } from "@/lib/contract/console/campaign-hours";
import { groupThousands } from "@/lib/format/conventions";
import { countOf } from "@/lib/format/format-count";
import { clockText, daysOf } from "@/lib/format/format-time";

/** "weekdays 10:00–20:00 London time" */
export const weeklyText = ({ days, from, to, zone }: WeeklyHours) =>
  `${daysText(days)} ${timeText(from)}–${timeText(to)} ${placeText(zone)}`;

/** "London time", "UTC" */
export const placeText = (zone: string) => (zone === "UTC" ? zone : `${cityOf(zone)} time`);

export const timeText = (time: string) => clockText(Number(time.slice(0, 2)), time.slice(3));

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");

function daysText(days: readonly number[]): string {
  if (days.length === 7) return "every day";
  return days.length === 5 && days.every((day) => day <= 5) ? "weekdays" : daysOf(days);
}

/** "at 20% of at least 20 in 15 min", "below the plan’s minimum" */
export function limitText({ rule, limit: { minimum, percent, least, minutes } }: Pick<RulePause, "rule" | "limit">) {
  if (rule === "balance_low") return minimum === null ? "below the plan’s minimum" : `below ${groupThousands(minimum)}`;
  return `at ${percent}% of at least ${least} in ${minutes} min`;
}

export const scopeText = ({ campaigns }: Pick<PauseSetting, "campaigns">) =>
  campaigns === null ? "all campaigns" : countOf(campaigns.length, "selected campaign");
