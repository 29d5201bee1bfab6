import { expect, test } from "vitest";
import type { Alert } from "@/lib/contract/console/alerts";
import { attentionMessage } from "./attention-section";

const alert = (more: Partial<Alert> = {}): Alert => ({
  ...{ id: "a", rule: "number_suspended", state: "open", tone: "fault", subject: "+4930", is_phone: true },
  ...{
    message: "is suspended.",
    why: "",
    since: "2026-11-20T06:00:00Z",
    changed_at: null,
    last_at: "2026-11-20T06:00:00Z",
  },
  ...{ href: "/", link: "Open number", owner: null, is_mine: false, hears: true, snoozed: null },
  ...more,
});
const message = (...data: Alert[]) =>
  attentionMessage({
    data: {
      ...{ value: { data, notes: null }, raw: null, status: 200, requestId: "r" },
      ...{ readAt: "2026-11-20T06:00:00Z", drift: [] },
    },
    error: null,
  });
const snoozed = { until: null, by: "Mara", reason: null, for_everyone: false };

test("attentionMessage counts unsnoozed and acknowledged alerts", () => {
  expect(message()).toBe("Nothing needs attention.");
  expect(message(alert())).toBe("1 problem needs attention.");
  expect(message(alert(), alert({ owner: "Ines" }), alert({ snoozed }))).toBe(
    "2 problems need attention, 1 of them is acknowledged.",
  );
  expect(message(alert({ owner: "Ines" }))).toBe("1 problem needs attention, and it is acknowledged.");
});

test("attentionMessage reports missing alerts instead of no problems", () => {
  expect(attentionMessage({ data: undefined, error: new Error("x") })).toBe("Alerts could not be loaded.");
  expect(attentionMessage({ data: undefined, error: null })).toBe("Checking for problems.");
});
