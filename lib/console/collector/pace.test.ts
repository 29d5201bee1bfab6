import { expect, test } from "vitest";
import { getCall } from "@/lib/contract/api/calls";
import { getTool } from "@/lib/contract/api/tools";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { dueAt, everyMs, startingState, type Task } from "./pace";

const nowMs = Date.UTC(2026, 10, 20, 14);
const log: Task = { id: "webhooks.logs", kind: "log", lookedAtMs: undefined };
const campaign = (status: string | null, lookedAtMs?: number): Task => ({
  id: "campaigns.get c1",
  kind: "campaign",
  ref: "c1",
  status,
  lookedAtMs,
});
const state = { ...startingState, endedAtMs: nowMs };
const waits = (task: Task, of: Partial<typeof state> = {}) => dueAt(task, { ...state, ...of }, nowMs) - nowMs;

test("what somebody looks at is read often, what moves less, what rests hardly", () => {
  expect(everyMs({ ...log, lookedAtMs: nowMs - 5_000 }, state, nowMs)).toBe(15_000);
  expect(everyMs(log, { ...state, changedAtMs: nowMs - 60_000 }, nowMs)).toBe(60_000);
  expect(everyMs(log, state, nowMs)).toBe(300_000);
  expect(everyMs(campaign("running", nowMs - 1_000), state, nowMs)).toBe(10_000);
  expect(["running", "a word nobody knows", null].map((word) => everyMs(campaign(word), state, nowMs))).toEqual([
    30_000, 30_000, 30_000,
  ]);
  expect(["completed", "Cancelled", "canceled"].map((word) => everyMs(campaign(word), state, nowMs))).toEqual([
    600_000, 600_000, 600_000,
  ]);
});

test("a platform that answers slowly is waited for a tenth of the time at most", () => {
  expect(waits(campaign("running"), { ms: 6_000 })).toBeGreaterThanOrEqual(54_000);
});

test("faults in a row are asked after less and less, up to ten minutes, and never before the platform wants", () => {
  const after = [1, 2, 3, 8].map((failures) => waits(campaign("running"), { failures }));
  expect(after.toSorted((a, b) => a - b)).toEqual(after);
  expect(after.at(-1)).toBeLessThanOrEqual(660_000);
  expect(waits(campaign("running"), { failures: 1, retryAfterMs: 900_000 })).toBe(900_000);
});

test("what was never read is due at once", () => {
  expect(dueAt(log, startingState, nowMs)).toBeLessThanOrEqual(nowMs);
});

test("lists are read every five minutes, known records hourly, and a call that is over once a day", () => {
  const list: Task = {
    id: "webhooks.list",
    kind: "list",
    resource: "webhooks",
    op: listWebhooks,
    lookedAtMs: undefined,
  };
  const call: Task = {
    id: "calls.get k",
    kind: "record",
    resource: "calls",
    op: getCall,
    ref: "k",
    status: "ringing",
    lookedAtMs: undefined,
  };
  expect([list, call, { ...call, status: "ended" }].map((task) => everyMs(task, state, nowMs) / 60_000)).toEqual([
    5, 60, 1440,
  ]);
});

test("a pace that an admin chose counts for all of it, though nothing is read more often than every five seconds", () => {
  const slow = { ...log, paceMs: 240_000 };
  expect(everyMs(slow, state, nowMs)).toBe(1_200_000);
  expect(everyMs({ ...slow, lookedAtMs: nowMs }, state, nowMs)).toBe(60_000);
  expect(everyMs({ ...log, paceMs: 15_000, lookedAtMs: nowMs }, state, nowMs)).toBe(5_000);
});

test("a record that somebody just opened was read by that; one that was missing once is soon asked again", () => {
  const tool: Task = {
    id: "tools.get t",
    kind: "record",
    resource: "tools",
    op: getTool,
    ref: "t",
    status: null,
    lookedAtMs: nowMs,
  };
  expect(dueAt(tool, startingState, nowMs)).toBeGreaterThan(nowMs + 50 * 60_000);
  expect(dueAt({ ...tool, lookedAtMs: undefined }, startingState, nowMs)).toBe(0);
  expect(waits({ ...tool, lookedAtMs: undefined }, { isMissing: true })).toBe(60_000);
});
