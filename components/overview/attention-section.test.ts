import { expect, test } from "vitest";
import type { AlertGroup } from "@/lib/contract/console/alerts";
import { attentionMessage } from "./attention-section";

const group = (more: Partial<AlertGroup> = {}): AlertGroup => ({
  ...{ rule: "number_suspended", tone: "fault", subject: "2 phone numbers", is_phone: false, count: 2, only: null },
  ...{ message: "are suspended.", why: "", since: "2026-11-20T06:00:00Z", snoozed: null },
  ...{ owners: [], open: 2, is_mine: false },
  ...more,
});
const message = (...data: AlertGroup[]) =>
  attentionMessage({
    data: {
      ...{ value: { data, notes: null }, raw: null, status: 200, requestId: "r" },
      ...{ readAt: "2026-11-20T06:00:00Z", drift: [] },
    },
    error: null,
  });
const snoozed = { until: null, by: "Mara", reason: null, for_everyone: false };

test("attentionMessage counts groups, without snoozed ones", () => {
  const taken = { owners: ["Ines"], open: 0 };
  expect(message()).toBe("Nothing needs attention.");
  expect(message(group())).toBe("1 thing needs attention.");
  expect(message(group(), group(taken), group({ snoozed }))).toBe("2 things need attention, 1 is acknowledged.");
  expect(message(group(taken), group(taken), group())).toBe("3 things need attention, 2 are acknowledged.");
  expect(message(group(taken))).toBe("1 thing needs attention, and it is acknowledged.");
});

test("attentionMessage reports missing alerts instead of no problems", () => {
  expect(attentionMessage({ data: undefined, error: new Error("x") })).toBe("Alerts could not be loaded.");
  expect(attentionMessage({ data: undefined, error: null })).toBe("Checking for problems.");
});
