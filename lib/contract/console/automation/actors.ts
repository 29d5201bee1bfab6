import { stranger } from "@/lib/contract/actor";
import { causeNames, type PauseCause, pauseCauses } from "./pauses";

/** Who paused a campaign, in the audit log. */
export const causeActor = (cause: PauseCause) =>
  cause === "calling_hours" ? causeNames[cause] : `${ruleActor}${causeNames[cause]}`;

const ruleActor = "Alert rule: ";

/** Entries of earlier versions name the guard rails that became these. */
export const earlierActors: Record<PauseCause, string> = {
  balance_low: "Guard rail: Balance below the minimum",
  deliveries_share: "Guard rail: Deliveries fail",
  calls_failing: "Guard rail: Calls fail",
  calling_hours: "Guard rail: Outside calling hours",
};

/** "by Mara Okafor", "by the alert rule “Credit runs low”", "as scheduled by Mara Okafor"; empty without an actor. */
export function byActor(actor: string): string {
  const named = (start: string) => (actor.startsWith(start) ? actor.slice(start.length) : undefined);
  const [rule, rail, planner, setter] = [ruleActor, "Guard rail: ", "Scheduled by ", "Hours set by "].map(named);
  if (rule) return `by the alert rule “${rule}”`;
  if (rail) return `by the guard rail “${rail}”`;
  if (planner) return `as scheduled by ${planner}`;
  if (setter) return `by the calling hours that ${setter} set`;
  if (actor === causeNames.calling_hours) return "by the calling hours for all campaigns";
  return actor && `by ${actor}`;
}

/** Kinds of actors that are no person. The audit log records it under a name that begins like this. */
export type ActorKind = "switchboard" | "command" | "token" | "schedule" | "rule" | "stranger";

const beginnings: readonly (readonly [ActorKind, RegExp])[] = [
  ["switchboard", /^switchboard(?= \(|$)/i],
  ["command", /^npm run /i],
  ["token", /^token .+ of /i],
  ["schedule", /^(scheduled|hours set) by /i],
  ["rule", /^(alert rule|guard rail): /i],
];

const wholeNames = new Map<string, ActorKind>([
  [stranger, "stranger"],
  ["?", "stranger"],
  ...pauseCauses.flatMap((cause) => [causeActor(cause), earlierActors[cause]].map((name) => [name, "rule"] as const)),
]);

/** The kind of an actor that is no person, by the name in the audit log; undefined for a person. */
export const actorKindOf = (name: string): ActorKind | undefined =>
  wholeNames.get(name) ?? beginnings.find(([, start]) => start.test(name.trim()))?.[0];

/** False for a name under which the audit log records an actor that is no person. People may not take it. */
export const isPersonsName = (name: string) => actorKindOf(name.replaceAll(/\s+/g, " ").trim()) === undefined;

export const notPersonsName = "Switchboard uses this name itself. Enter your own.";
