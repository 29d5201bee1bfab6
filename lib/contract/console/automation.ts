import * as z from "zod/mini";
import { pauseCampaign, resumeCampaign, startCampaign } from "@/lib/contract/api/campaigns";
import { confirmed_people, keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, type Role, roles, switchVerb } from "@/lib/contract/operation";
import { countOf, formatCount } from "@/lib/format/format-count";
import { isZone } from "@/lib/format/zoned-time";
import type { AuditEntry } from "./audit";
import type { WeeklyHours } from "./campaign-hours";
import { longestRef } from "./saved";

const managers: readonly Role[] = ["admin", "campaign_manager"];

export const guardRailIds = ["balance", "deliveries", "failed_calls", "calling_hours"] as const;
export type GuardRailId = (typeof guardRailIds)[number];

/** Reason for which each guard rail pauses a campaign, also used in the audit log. */
export const guardRailNames: Record<GuardRailId, string> = {
  balance: "Balance below the minimum",
  deliveries: "Deliveries fail",
  failed_calls: "Calls fail",
  calling_hours: "Outside calling hours",
};

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
  input: z.object({}),
  output: ownAnswer<{ data: GuardRail[] }>(),
  allow: managers,
});

export const sameHours = "Hours must start and end at different times.";

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 09:00."));
const zone = keptText(100).check(z.refine(isZone, "This time zone is not known."));
const ref = keptText(longestRef);

function wholeNumber(least: number, most: number) {
  const range = `Enter a whole number from ${least} to ${formatCount(most)}.`;
  return z.number(range).check(z.int(range), z.gte(least, range), z.lte(most, range));
}

const days = z.array(wholeNumber(1, 7)).check(z.minLength(1, "Choose at least one day."), z.maxLength(7));
const hasDifferentTimes = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => from === undefined || from !== to,
  { path: ["to"], message: sameHours },
);

const limits = {
  minimum: z.nullish(
    z
      .string()
      .check(
        z.regex(/^\d{1,12}(\.\d{1,6})?$/, "Enter an amount without a separator of thousands, such as 1000 or 10.50."),
      ),
  ),
  percent: z.optional(wholeNumber(1, 100)),
  minutes: z.optional(wholeNumber(5, 1440)),
  least: z.optional(wholeNumber(1, 100_000)),
  zone: z.optional(zone),
  days: z.optional(days),
  from: z.optional(timeOfDay),
  to: z.optional(timeOfDay),
};

/** The changed parts of a limit. */
export const guardRailLimits = z.object(limits).check(hasDifferentTimes);

export const setGuardRail = operation({
  id: "automation.set_guard_rail",
  label: "Set a guard rail",
  act: "change the guard rail {it}",
  actOf: ({ is_on }) => `${switchVerb(is_on)} the guard rail {it}`,
  method: "POST",
  path: "/console/automation/guard-rails/{guard_rail}",
  input: z
    .object({
      guard_rail: z.enum(guardRailIds),
      is_on: z.optional(z.boolean()),
      campaigns: z.nullish(
        z
          .array(ref)
          .check(z.minLength(1, "Choose at least one campaign."), z.maxLength(200, "Choose at most 200 campaigns.")),
      ),
      ...limits,
    })
    .check(hasDifferentTimes),
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
  input: z.object({ guard_rail: z.enum(guardRailIds), limit: keptText(1_000) }),
  output: ownAnswer<{ data: { campaign_id: string; name: string | null; why: string }[] }>(),
  allow: ["admin"],
});

/** Actions that can be scheduled, with the platform operation that each one sends. */
export const plannable = { start: startCampaign, pause: pauseCampaign, resume: resumeCampaign } as const;
export type Plannable = keyof typeof plannable;
export const plannableNames: Record<Plannable, string> = { start: "Start", pause: "Pause", resume: "Resume" };

/** `missed`: too late to be sent. `unknown`: sent, but it may or may not have taken effect. `skipped`: not needed. */
export const plannedStates = [
  "planned",
  "sending",
  "done",
  "refused",
  "unknown",
  "missed",
  "taken_back",
  "skipped",
] as const;

export type PlannedAction = {
  id: string;
  campaign_id: string;
  campaign_name: string | null;
  action: Plannable;
  at: string;
  /** `at` as local time in `zone`: "2026-11-23T09:00". */
  local: string;
  zone: string;
  planned_by: string;
  planned_by_id: string;
  /** Why it would not be sent now, for example because its planner is disabled; null if nothing blocks it. */
  blocked_by: string | null;
  planned_at: string;
  state: (typeof plannedStates)[number];
  message: string | null;
  ended_at: string | null;
  /** Created by the hours that are set for the campaign. */
  is_by_hours: boolean;
  /** Pressed by a person, and sent in their name when the time to undo it is over. */
  is_delayed: boolean;
  /** People that the planner confirmed; null if their number was unknown. */
  confirmed_people: number | null;
};

/** Hours in which Switchboard lets a campaign call, until they are switched off. */
export type SetHours = WeeklyHours & {
  campaign_id: string;
  campaign_name: string | null;
  set_by: string;
  set_at: string;
  /** False if their zone or times are no longer known. Nothing is sent then. */
  is_readable: boolean;
};

/** A scheduled action of another account. It is not sent unless Switchboard is connected to that account. */
export type PlannedElsewhere = PlannedAction & { platform: string };

/** Pending actions, the next first, then the last ended ones. `elsewhere` is empty if `campaign_id` is set. */
export const listPlanned = operation({
  id: "automation.planned",
  label: "See scheduled actions",
  method: "GET",
  path: "/console/automation/planned",
  input: z.object({ campaign_id: z.optional(ref) }),
  output: ownAnswer<{ data: PlannedAction[]; elsewhere: PlannedElsewhere[]; hours: SetHours[] }>(),
  allow: roles,
});

const when = z.object({
  action: z.enum(["start", "pause", "resume"]),
  local: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, "Enter a day and a time.")),
  zone,
  confirmed_people,
});

export const planAction = operation({
  id: "automation.plan",
  label: "Schedule an action on a campaign",
  act: "schedule an action on {it}",
  method: "POST",
  path: "/console/automation/planned",
  input: z.extend(when, { campaign_id: keptText(longestRef, z.string().check(z.minLength(1, "Choose a campaign."))) }),
  output: ownAnswer<{ data: PlannedAction; message: string }>(),
  allow: managers,
  about: "campaign_id",
  isInputKept: true,
});

/** Time in which a start or resume of many people can be undone. */
export const undoMs = 10_000;

const maxDelayed = 50;

/** Starts or resumes campaigns once the time to undo it is over. Plans all of them or none. */
export const delayActions = operation({
  id: "automation.delay",
  label: "Start or resume campaigns after 10 seconds",
  act: "ask to start or resume campaigns in 10 seconds",
  actOf: ({ action, campaigns }) => `ask to ${action} ${countOf(campaigns.length, "campaign")} in 10 seconds`,
  method: "POST",
  path: "/console/automation/delayed",
  input: z.object({
    action: z.enum(["start", "resume"]),
    campaigns: z.array(z.object({ campaign_id: ref, confirmed_people })).check(
      z.minLength(1, "Choose at least one campaign."),
      z.maxLength(maxDelayed, `Choose at most ${maxDelayed} campaigns.`),
      z.refine((campaigns) => new Set(campaigns.map(({ campaign_id }) => campaign_id)).size === campaigns.length),
    ),
  }),
  output: ownAnswer<{ data: PlannedAction[] }>(),
  allow: managers,
  isInputKept: true,
  confirms: ({ campaigns }) => campaigns,
});

/** The reader's own delayed actions that can still be undone, and those that ended within the last minute. */
export const listDelayed = operation({
  id: "automation.delayed",
  label: "See own actions that can be undone",
  method: "GET",
  path: "/console/automation/delayed",
  input: z.object({}),
  output: ownAnswer<{ data: PlannedAction[] }>(),
  allow: managers,
});

export const changePlanned = operation({
  id: "automation.change_planned",
  label: "Change a scheduled action",
  method: "POST",
  path: "/console/automation/planned/{planned_id}",
  input: z.extend(when, { planned_id: keptText(50) }),
  output: ownAnswer<{ data: PlannedAction; message: string }>(),
  allow: managers,
  isInputKept: true,
});

export const removePlanned = operation({
  id: "automation.take_back",
  label: "Remove a scheduled action",
  method: "DELETE",
  path: "/console/automation/planned/{planned_id}",
  input: z.object({ planned_id: keptText(50) }),
  output: ownAnswer<{ data: PlannedAction; message: string }>(),
  allow: managers,
});

export const setCampaignHours = operation({
  id: "automation.set_hours",
  label: "Set a campaign's hours",
  act: "set the hours of {it}",
  method: "POST",
  path: "/console/automation/hours/{campaign_id}",
  input: z
    .object({
      campaign_id: ref,
      days,
      from: timeOfDay,
      to: timeOfDay,
      // An offset such as "+01:00" would be wrong after the next clock change.
      zone: zone.check(z.regex(/^[A-Za-z]/, "Choose a time zone by its name.")),
    })
    .check(hasDifferentTimes),
  output: ownAnswer<{ data: SetHours; message: string }>(),
  allow: managers,
  about: "campaign_id",
  isInputKept: true,
});

export const removeCampaignHours = operation({
  id: "automation.remove_hours",
  label: "Switch off a campaign's hours",
  act: "switch off the hours of {it}",
  method: "DELETE",
  path: "/console/automation/hours/{campaign_id}",
  input: z.object({ campaign_id: ref }),
  output: ownAnswer<{ message: string }>(),
  allow: managers,
  about: "campaign_id",
});

/** An automatic action, from the audit log. `because` is the reason of a guard rail; null for other actions. */
export type AutomaticAct = Pick<
  AuditEntry,
  "id" | "at" | "actor_name" | "action" | "target" | "outcome" | "status" | "message"
> & { campaign_name: string | null; because: string | null };

export const listAutomaticActs = operation({
  id: "automation.log",
  label: "See automatic actions",
  method: "GET",
  path: "/console/automation/log",
  input: z.object({}),
  output: ownAnswer<{ data: AutomaticAct[] }>(),
  allow: managers,
});

/** A campaign that may be making calls by its last read status. `seen_at` is the time of that read. */
export type RunningCampaign = { campaign_id: string; name: string | null; status: string; seen_at: string };

/** `unread`: campaigns of the registry without a known status. */
export const listRunningCampaigns = operation({
  id: "automation.running",
  label: "See which campaigns are running",
  method: "GET",
  path: "/console/automation/running",
  input: z.object({}),
  output: ownAnswer<{ data: RunningCampaign[]; unread: number }>(),
  allow: managers,
});
