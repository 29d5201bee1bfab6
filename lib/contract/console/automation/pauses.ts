import type { AuditEntry } from "@/lib/contract/console/audit";
import type { WeeklyHours } from "@/lib/contract/console/campaign-hours";
import { ownAnswer } from "@/lib/contract/fields";
import { managers, operation } from "@/lib/contract/operation";

/** Alert rules that can also pause campaigns. */
export const pausingRules = ["balance_low", "deliveries_share", "calls_failing"] as const;
export type PausingRule = (typeof pausingRules)[number];

/** Causes of a pause without a person. */
export const pauseCauses = [...pausingRules, "calling_hours"] as const;
export type PauseCause = (typeof pauseCauses)[number];

/** Titles of the alert rules, and the name of the hours that an admin sets. */
export const causeNames: Record<PauseCause, string> = {
  balance_low: "Credit runs low",
  deliveries_share: "Too many deliveries fail",
  calls_failing: "Calls of a campaign fail",
  calling_hours: "Calling hours for all campaigns",
};

/** Limits of all pausing rules. Each rule uses some of them. */
export type PauseLimit = {
  /** Decimal amount in the currency of the localized balance; null for the plan's minimum. */
  minimum: string | null;
  /** Pauses at this share of failures, among at least `least` in the last `minutes`. */
  percent: number;
  minutes: number;
  least: number;
};

export const defaultPauseLimit: PauseLimit = { minimum: null, percent: 20, minutes: 15, least: 20 };

/** A pause that is in force: its cause is not gone. `restarted_at`: first read as running again; null before. */
export type PauseInForce = {
  campaign_id: string;
  name: string | null;
  at: string;
  outcome: AuditEntry["outcome"];
  message: string | null;
  restarted_at: string | null;
};

export type PauseSetting = {
  is_on: boolean;
  /** The only campaigns it can pause; null for all campaigns of the registry. */
  campaigns: string[] | null;
  changed_by: string | null;
  changed_at: string | null;
  /** Time of the newest pause; null if none is stored. */
  last_pause_at: string | null;
  /** Result of the last evaluation; null while off and before it. `crossed`: over the limit. `idle`: no running campaign to pause. */
  found: { at: string; message: string; state: "clear" | "crossed" | "unknown" | "idle" } | null;
  pauses: PauseInForce[];
};

export type RulePause = PauseSetting & { rule: PausingRule; limit: PauseLimit };

/** Hours in which an admin lets campaigns call. They pause a campaign outside them, and a person has to resume it. */
export type HoursForAll = PauseSetting & { hours: WeeklyHours };

export const defaultHours: WeeklyHours = { zone: "UTC", days: [1, 2, 3, 4, 5], from: "09:00", to: "20:00" };

export const listPauses = operation({
  id: "automation.pauses",
  label: "See what pauses campaigns",
  method: "GET",
  path: "/console/automation/pauses",
  output: ownAnswer<{ rules: RulePause[]; hours: HoursForAll }>(),
  allow: managers,
});

/** Running campaigns that would be paused now. `limit` is JSON of the changed parts of a limit, or of the hours. */
export const previewPause = operation({
  id: "automation.pause_preview",
  label: "See which campaigns would be paused now",
  method: "GET",
  path: "/console/automation/pauses/{cause}/preview",
  output: ownAnswer<{ data: { campaign_id: string; name: string | null; why: string }[] }>(),
  allow: ["admin"],
});
