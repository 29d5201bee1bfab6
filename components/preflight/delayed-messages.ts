import { type PlannedAction, plannableNames } from "@/lib/contract/console/automation/planned";
import { countOf } from "@/lib/format/format-count";

const participles = { start: "started", pause: "paused", resume: "resumed" } as const;

export const isOpenAction = ({ state }: PlannedAction) => state === "planned" || state === "sending";

const titleOfPlanned = ({ campaign_name, campaign_id }: PlannedAction) => campaign_name ?? campaign_id;

/** Texts around the seconds: "Winter starts" and ": 1,200 people". One text for several campaigns. */
export function delayedMessage(actions: readonly PlannedAction[]): [before: string, after: string] {
  const [first] = actions;
  const verb = plannableNames[first?.action ?? "start"];
  const known = actions.flatMap(({ confirmed_people }) => confirmed_people ?? []);
  const sum = countOf(
    known.reduce((total, count) => total + count, 0),
    "person",
    "people",
  );
  const people = known.length === 0 ? "" : known.length < actions.length ? `at least ${sum}` : sum;
  if (first && actions.length === 1)
    return [`${titleOfPlanned(first)} ${verb.toLowerCase()}s`, people && `: ${people}`];
  const isMixed = actions.some(({ action }) => action !== first?.action);
  return [
    `${isMixed ? "Starts or resumes" : `${verb}s`} ${countOf(actions.length, "campaign")}${people && `, ${people},`}`,
    "",
  ];
}

type Outcome = { tone: "ok" | "fault" | "wait"; title: string; body?: string };

/** Outcomes of actions that could be undone, without those that were undone. */
export function delayedOutcomes(ended: readonly PlannedAction[]): Outcome[] {
  const done = ended.filter(({ state }) => state === "done");
  const failed = ended.filter(({ state }) => ["refused", "missed", "unknown"].includes(state));
  const [first] = done;
  const subject = first && done.length === 1 ? `${titleOfPlanned(first)} was` : `${done.length} campaigns were`;
  return [
    ...(first ? [{ tone: "ok" as const, title: `${subject} ${participles[first.action]}` }] : []),
    ...failed.map((action) => ({
      tone: action.state === "unknown" ? ("wait" as const) : ("fault" as const),
      title: `${titleOfPlanned(action)} ${action.state === "unknown" ? "may not have been" : "was not"} ${participles[action.action]}`,
      ...(action.message ? { body: action.message } : {}),
    })),
  ];
}
