import type { GuardRail, GuardRailId } from "@/lib/contract/console/automation/guard-rails";
import { daysOf, ownTimeZone } from "@/lib/format/format-time";

/** Condition of each guard rail, in one line. */
export const purposes: Record<GuardRailId, string> = {
  balance: "Credit falls below the minimum",
  deliveries: "Too many webhooks are not delivered",
  failed_calls: "Too many contacts of the campaign fail",
  calling_hours: "Campaign runs outside calling hours",
};

/** Hours of a guard rail that is off begin in the browser's zone, unless someone chose another than the default. */
export function startingZone({ is_on, limit }: Pick<GuardRail, "is_on" | "limit">, ownZone = ownTimeZone()) {
  return is_on || limit.zone !== "UTC" ? limit.zone : ownZone;
}

export function limitMessage({ guard_rail, limit }: Pick<GuardRail, "guard_rail" | "limit">): string {
  const { minimum, percent, least, minutes, from, to, zone } = limit;
  if (guard_rail === "balance") return minimum ?? "the plan’s minimum";
  if (guard_rail === "calling_hours") return `${daysOf(limit.days)} ${from}–${to}, ${zone}`;
  return `${percent}% of at least ${least}, in ${minutes} min`;
}
