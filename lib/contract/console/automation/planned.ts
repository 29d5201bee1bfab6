import { pauseCampaign, resumeCampaign, startCampaign } from "@/lib/contract/api/campaigns";
import { ownAnswer } from "@/lib/contract/fields";
import { type ConfirmedPeople, managers, operation, roles } from "@/lib/contract/operation";
import { countOf } from "@/lib/format/format-count";
import type { AdminHours, SetHours } from "./hours";
import type { PauseCause } from "./pauses";

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
  /** Null for a pause that no person planned. */
  planned_by_id: string | null;
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
  /** Cause of an automatic pause, with its finding; null if a person planned the action. */
  cause: PauseCause | null;
  because: string | null;
  /** True for a pause whose cause is not gone. */
  is_in_force: boolean;
  /** People that the planner confirmed; null if their number was unknown. */
  confirmed_people: number | null;
};

/** True for an action that was not sent, was rate limited or failed on the platform: it can succeed later. */
export const isRetriedOutcome = ({ state, status }: { state: string; status: number | null }) =>
  state === "refused" && (status === null || status === 429 || status >= 500);

/** A scheduled action of another account. It is not sent unless Switchboard is connected to that account. */
export type PlannedForOtherPlatform = PlannedAction & { platform: string };

/**
 * Pending actions, the next first, then the last ended ones. `other_platforms` is empty if `campaign_id` is set. `hours` are those of
 * campaigns, `admin_hours` those for all campaigns.
 */
export const listPlanned = operation({
  id: "automation.planned",
  label: "See scheduled actions",
  method: "GET",
  path: "/console/automation/planned",
  output: ownAnswer<{
    data: PlannedAction[];
    other_platforms: PlannedForOtherPlatform[];
    hours: SetHours[];
    admin_hours: AdminHours | null;
  }>(),
  allow: roles,
});

type Calls = ConfirmedPeople & { action: Plannable };
type ChangedCalls = Omit<Calls, "campaign_id"> & { campaign_id?: string | undefined };

/** A pause calls nobody. */
const laterCalls = ({ action, ...campaign }: Calls) => (action === "pause" ? [] : [campaign]);

export const planAction = operation({
  id: "automation.plan",
  label: "Schedule an action on a campaign",
  phrase: "schedule an action on {it}",
  method: "POST",
  path: "/console/automation/planned",
  output: ownAnswer<{ data: PlannedAction; message: string }>(),
  allow: managers,
  about: "campaign_id",
  isInputKept: true,
  confirmsLater: laterCalls,
});

/** Time in which a start or resume of many people can be undone. */
export const undoMs = 10_000;

type DelayedCalls = { action: Plannable; campaigns: readonly ConfirmedPeople[] };

/** Starts or resumes campaigns once the time to undo it is over. Plans all of them or none. */
export const delayActions = operation({
  id: "automation.delay",
  label: "Start or resume campaigns after 10 seconds",
  phrase: "ask to start or resume campaigns in 10 seconds",
  phraseOf: ({ action, campaigns }: DelayedCalls) =>
    `ask to ${action} ${countOf(campaigns.length, "campaign")} in 10 seconds`,
  method: "POST",
  path: "/console/automation/delayed",
  output: ownAnswer<{ data: PlannedAction[] }>(),
  allow: managers,
  isInputKept: true,
  confirms: ({ campaigns }: DelayedCalls) => campaigns,
});

/** The reader's own delayed actions that can still be undone, and those that ended within the last minute. */
export const listDelayed = operation({
  id: "automation.delayed",
  label: "See own actions that can be undone",
  method: "GET",
  path: "/console/automation/delayed",
  output: ownAnswer<{ data: PlannedAction[] }>(),
  allow: managers,
});

/** `campaign_id` is needed to confirm blocked people. */
export const changePlanned = operation({
  id: "automation.change_planned",
  label: "Change a scheduled action",
  method: "POST",
  path: "/console/automation/planned/{planned_id}",
  output: ownAnswer<{ data: PlannedAction; message: string }>(),
  allow: managers,
  isInputKept: true,
  confirmsLater: ({ campaign_id, ...plan }: ChangedCalls) =>
    campaign_id === undefined ? [] : laterCalls({ ...plan, campaign_id }),
});

export const removePlanned = operation({
  id: "automation.take_back",
  label: "Remove a scheduled action",
  method: "DELETE",
  path: "/console/automation/planned/{planned_id}",
  output: ownAnswer<{ data: PlannedAction; message: string }>(),
  allow: managers,
});
