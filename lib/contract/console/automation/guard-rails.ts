import type { AuditEntry } from "@/lib/contract/console/audit";
import type { WeeklyHours } from "@/lib/contract/console/campaign-hours";
import { ownAnswer } from "@/lib/contract/fields";
import { managers, operation, switchVerb } from "@/lib/contract/operation";

export const guardRailIds = ["balance", "deliveries", "failed_calls", "calling_hours"] as const;
export type GuardRailId = (typeof guardRailIds)[number];

export const guardRailNames: Record<GuardRailId, string> = {
  balance: "Balance below the minimum",
  deliveries: "Deliveries fail",
  failed_calls: "Calls fail",
  calling_hours: "Outside calling hours",
};

export const sameHours = "Hours must start and end at different times.";

/** Limits of all guard rails. Each guard rail uses some of them. */
export type GuardRailLimit = WeeklyHours & {
  /** Decimal amount in the currency of the localized balance; null for the plan's minimum. */
  minimum: string | null;
  /** Trips at this share of failures, among at least `least` in the last `minutes`. */
  percent: number;
  minutes: number;
  least: number;
};

/** A campaign that a guard rail paused. Removed when the cause has cleared. */
export type GuardRailPause = {
  campaign_id: string;
  name: string | null;
  at: string;
  outcome: AuditEntry["outcome"];
  message: string | null;
  /** When it was first read as running again; null before. Only new failures can pause it again. */
  restarted_at: string | null;
};

export type GuardRail = {
  guard_rail: GuardRailId;
  is_on: boolean;
  limit: GuardRailLimit;
  /** The only campaigns it can pause; null for all campaigns of the registry. */
  campaigns: string[] | null;
  changed_by: string | null;
  changed_at: string | null;
  last_acted_at: string | null;
  /** Result of the last evaluation; null while off and before it. `crossed`: tripped. `idle`: no running campaign to pause. */
  found: { at: string; says: string; state: "clear" | "crossed" | "unknown" | "idle" } | null;
  pauses: GuardRailPause[];
};

export const listGuardRails = operation({
  id: "automation.guard_rails",
  label: "See guard rails",
  method: "GET",
  path: "/console/automation/guard-rails",
  output: ownAnswer<{ data: GuardRail[] }>(),
  allow: managers,
});

export const setGuardRail = operation({
  id: "automation.set_guard_rail",
  label: "Set a guard rail",
  act: "change the guard rail {it}",
  actOf: ({ is_on }: { is_on?: boolean | undefined }) => `${switchVerb(is_on)} the guard rail {it}`,
  method: "POST",
  path: "/console/automation/guard-rails/{guard_rail}",
  output: ownAnswer<{ data: GuardRail; message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

/** Running campaigns that a guard rail with this limit would pause now. `limit` is JSON of the changed parts of a limit. */
export const previewGuardRail = operation({
  id: "automation.rail_preview",
  label: "See which campaigns a guard rail would pause now",
  method: "GET",
  path: "/console/automation/guard-rails/{guard_rail}/preview",
  output: ownAnswer<{ data: { campaign_id: string; name: string | null; why: string }[] }>(),
  allow: ["admin"],
});
