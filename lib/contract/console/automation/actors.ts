import { causeNames, type PauseCause } from "./pauses";

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
