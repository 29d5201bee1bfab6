import type { Plannable, PlannedAction } from "@/lib/contract/console/automation/planned";
import { areManyPeople } from "@/lib/contract/console/campaign-counters";
import { stageOf } from "@/lib/contract/console/campaign-stage";

const actionOfStage = { unstarted: "start", running: "pause", paused: "resume", ended: undefined } as const;

/** Action that fits a status; undefined for ended campaigns and unknown words. */
export function fittingAction(status: string | null): Plannable | undefined {
  const stage = stageOf(status);
  return stage && actionOfStage[stage];
}

/** Why an action does not fit a status, without a full stop; undefined if it fits or the status is unknown. */
export function misfitMessage(action: Plannable | "cancel", status: string | null): string | undefined {
  const stage = stageOf(status);
  if (!stage || (action === "cancel" ? stage !== "ended" : actionOfStage[stage] === action)) return undefined;
  return {
    unstarted: "The campaign has not started",
    running: "The campaign is already running",
    paused: action === "pause" ? "The campaign is already paused" : "The campaign is paused",
    ended: "The campaign has ended",
  }[stage];
}

const statusAfter = { start: "running", pause: "paused", resume: "running" } as const;

type StatusBefore = { atMs: number; changedId: string | undefined; planned: readonly PlannedAction[] };

/** The status before a scheduled action, if the earlier ones take effect. Expects the next action first. */
export function statusBefore(status: string | null, { atMs, changedId, planned }: StatusBefore): string | null {
  const last = planned.findLast(
    ({ id, at, state }) => id !== changedId && (state === "planned" || state === "sending") && Date.parse(at) < atMs,
  );
  return last ? statusAfter[last.action] : status;
}

/** The number to type before many people are called; undefined if they are few or unknown. */
export const typedPeople = (people: number | undefined, inCampaign?: number) =>
  people !== undefined && areManyPeople(people, inCampaign)
    ? { text: String(people), label: "Type the number of people to confirm" }
    : undefined;
