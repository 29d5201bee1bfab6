import { expect, test } from "vitest";
import type { PlannedAction } from "@/lib/contract/console/automation/planned";
import { delayedMessage, delayedOutcomes } from "./delayed-messages";

const action = (fields: Partial<PlannedAction> = {}) =>
  ({ campaign_id: "c", campaign_name: "Winter", action: "start", confirmed_people: 1_200, ...fields }) as PlannedAction;
const bar = (...actions: PlannedAction[]) => delayedMessage(actions).join(" in 8 s");

test("names one campaign with its people, and sums those of several", () => {
  expect(bar(action())).toBe("Winter starts in 8 s: 1,200 people");
  expect(bar(action({ action: "resume", campaign_name: null }))).toBe("c resumes in 8 s: 1,200 people");
  expect(bar(action(), action({ confirmed_people: 45_391 }))).toBe("Starts 2 campaigns, 46,591 people, in 8 s");
  expect(bar(action(), action({ action: "resume" }))).toBe("Starts or resumes 2 campaigns, 2,400 people, in 8 s");
});

test("says that the people are at least so many when some of them are unknown", () => {
  const unknown = action({ confirmed_people: null });
  expect(bar(action(), unknown)).toBe("Starts 2 campaigns, at least 1,200 people, in 8 s");
  expect(bar(unknown)).toBe("Winter starts in 8 s");
});

test("shows successes together, each failure with its reason, and nothing of what was undone", () => {
  const done = { state: "done" } as const;
  expect(delayedOutcomes([action(done)])).toEqual([{ tone: "ok", title: "Winter was started" }]);
  expect(
    delayedOutcomes([
      action(done),
      action({ ...done, campaign_name: "Autumn" }),
      action({ state: "refused", message: "Not sent: the campaign is already running." }),
      action({ state: "unknown", message: null }),
      action({ state: "taken_back" }),
    ]),
  ).toEqual([
    { tone: "ok", title: "2 campaigns were started" },
    { tone: "fault", title: "Winter was not started", body: "Not sent: the campaign is already running." },
    { tone: "wait", title: "Winter may not have been started" },
  ]);
});
