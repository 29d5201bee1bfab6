import { expect, test } from "vitest";
import { getCall } from "@/lib/contract/api/calls";
import { getTool } from "@/lib/contract/api/tools";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { dueAt, everyMs, startingState, type Task } from "./pace";

const nowMs = Date.UTC(2026, 10, 20, 14);
const log: Task = { id: "webhooks.logs", kind: "log", viewedAtMs: undefined };
const campaign = (status: string | null, viewedAtMs?: number): Task => ({
  id: "campaigns.get c1",
  kind: "campaign",
  ref: "c1",
  status,
  viewedAtMs,
});
const state = { ...startingState, endedAtMs: nowMs };
const waits = (task: Task, more: Partial<typeof state> = {}) => dueAt(task, { ...state, ...more }, nowMs) - nowMs;

test("polls viewed tasks often, active ones less often and ended ones rarely", () => {
  expect(everyMs({ ...log, viewedAtMs: nowMs - 5_000 }, state, nowMs)).toBe(15_000);
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

test("spends at most a tenth of the time waiting when the platform is slow", () => {
  expect(waits(campaign("running"), { ms: 6_000 })).toBeGreaterThanOrEqual(54_000);
});

test("backs off up to ten minutes after failures and respects Retry-After", () => {
  const after = [1, 2, 3, 8].map((failures) => waits(campaign("running"), { failures }));
  expect(after.toSorted((a, b) => a - b)).toEqual(after);
  expect(after.at(-1)).toBeLessThanOrEqual(660_000);
  expect(waits(campaign("running"), { failures: 1, retryAfterMs: 900_000 })).toBe(900_000);
});

test("makes a task due when it was never read", () => {
  expect(dueAt(log, startingState, nowMs)).toBeLessThanOrEqual(nowMs);
});

test("polls lists every five minutes, records hourly and ended calls daily", () => {
  const list: Task = {
    id: "webhooks.list",
    kind: "list",
    resource: "webhooks",
    op: listWebhooks,
    viewedAtMs: undefined,
  };
  const call: Task = {
    id: "calls.get k",
    kind: "record",
    resource: "calls",
    op: getCall,
    ref: "k",
    status: "ringing",
    viewedAtMs: undefined,
  };
  expect([list, call, { ...call, status: "ended" }].map((task) => everyMs(task, state, nowMs) / 60_000)).toEqual([
    5, 60, 1440,
  ]);
});

test("scales all intervals when an admin sets a pace, down to five seconds", () => {
  const slow = { ...log, paceMs: 240_000 };
  expect(everyMs(slow, state, nowMs)).toBe(1_200_000);
  expect(everyMs({ ...slow, viewedAtMs: nowMs }, state, nowMs)).toBe(60_000);
  expect(everyMs({ ...log, paceMs: 15_000, viewedAtMs: nowMs }, state, nowMs)).toBe(5_000);
});

test("delays a record that was just opened and hurries one that answered 404 once", () => {
  const tool: Task = {
    id: "tools.get t",
    kind: "record",
    resource: "tools",
    op: getTool,
    ref: "t",
    status: null,
    viewedAtMs: nowMs,
  };
  expect(dueAt(tool, startingState, nowMs)).toBeGreaterThan(nowMs + 50 * 60_000);
  expect(dueAt({ ...tool, viewedAtMs: undefined }, startingState, nowMs)).toBe(0);
  expect(waits({ ...tool, viewedAtMs: undefined }, { isMissing: true })).toBe(60_000);
});
