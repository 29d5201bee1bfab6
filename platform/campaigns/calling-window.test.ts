import { expect, test } from "vitest";
import { mayCallAt } from "./campaign-worker";

const weekdays = { days: [1, 2, 3, 4, 5], start: "09:00", end: "18:00" };
const overnight = { days: [5], start: "22:00", end: "02:00" };

test.for([
  ["2026-11-20T08:59:00Z", "Europe/London", weekdays, false],
  ["2026-11-20T09:00:00Z", "Europe/London", weekdays, true],
  ["2026-11-20T18:00:00Z", "Europe/London", weekdays, false],
  ["2026-11-21T12:00:00Z", "Europe/London", weekdays, false],
  ["2026-07-20T08:30:00Z", "Europe/London", weekdays, true],
  ["2026-11-22T23:30:00Z", "Australia/Sydney", weekdays, true],
  ["2026-11-20T23:00:00Z", "UTC", overnight, true],
  ["2026-11-21T01:59:00Z", "UTC", overnight, true],
  ["2026-11-21T23:00:00Z", "UTC", overnight, false],
] as const)("checks the calling window at %s in %s", ([moment, timezone, { days, start, end }, expected]) => {
  expect(mayCallAt(new Date(moment), { timezone, calling_window: { days: [...days], start, end } })).toBe(expected);
});

test("allows calls at any time when there is no calling window", () => {
  expect(mayCallAt(new Date(), { timezone: "UTC", calling_window: null })).toBe(true);
});
