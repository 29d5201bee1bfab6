import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitingPrefix } from "@/lib/collector/webhook-log/log-reader";
import { getCall } from "@/lib/contract/api/calls";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { Problem } from "@/lib/contract/problem";
import type { Task } from "./pace";
import { Schedule } from "./schedule";
import { keysOf, operationIdOf } from "./task-names";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 14) }));
afterEach(() => void vi.useRealTimers());
const passes = (ms: number) => vi.setSystemTime(Date.now() + ms);

const log: Task = { id: "webhooks.logs", kind: "log", viewedAtMs: undefined };
const campaign = (ref: string): Task => ({
  id: `campaigns.get ${ref}`,
  kind: "campaign",
  ref,
  status: "running",
  viewedAtMs: undefined,
});

const starts = (schedule: Schedule, tasks: Task[], running: Task[] = []) =>
  schedule.due(tasks, new Map(running.map((task) => [task.id, operationIdOf(task)]))).ready.map(({ id }) => id);

const ends = (
  schedule: Schedule,
  task: Task,
  { ms = 5, code, after }: { ms?: number; code?: string; after?: number } = {},
) =>
  schedule.ended(task, {
    ...{ atMs: Date.now() - ms, ms, hasChanged: false },
    problem: code === undefined ? undefined : new Problem(code as "busy", "", { retryAfterSeconds: after }),
  });

test("starts two tasks of two endpoints at once, viewed tasks first", () => {
  const schedule = new Schedule();
  const [one, two] = [campaign("c1"), campaign("c2")];
  expect(starts(schedule, [one, two, log])).toEqual([one.id, log.id]);
  expect(starts(schedule, [one, two], [log])).toEqual([one.id]);
  expect(starts(schedule, [one, two, log], [one])).toEqual([log.id]);
  expect(starts(schedule, [two], [one, log])).toEqual([]);
  schedule.viewed(["/campaigns/c2"]);
  expect(starts(schedule, [one, two])).toEqual([two.id]);
});

test("starts a task before it is due when it was sent to or is waited for", () => {
  const schedule = new Schedule();
  const tasks = [campaign("c1"), campaign("c2"), log];
  for (const task of tasks) ends(schedule, task);
  passes(3_000);
  expect(starts(schedule, tasks)).toEqual([]);
  schedule.touch(["campaigns c2"]);
  expect(starts(schedule, tasks)).toEqual(["campaigns.get c2"]);
  ends(schedule, campaign("c2"), { ms: 0 });
  schedule.viewed([waitingPrefix + log.id]);
  expect(starts(schedule, tasks)).toEqual([log.id]);
  passes(40_000);
  expect(starts(schedule, tasks)).toContain("campaigns.get c1");
});

test.each(["/webhooks/address", "/webhooks"])(
  "reads the webhooks of the platform within 15 s while %s is open",
  (page) => {
    const schedule = new Schedule();
    const webhooks: Task = {
      ...{ id: listWebhooks.id, kind: "list", resource: "webhooks", op: listWebhooks, viewedAtMs: undefined },
    };
    ends(schedule, webhooks);
    passes(17_000);
    expect(starts(schedule, [webhooks])).toEqual([]);
    schedule.viewed([page]);
    expect(starts(schedule, [webhooks])).toEqual([webhooks.id]);
    expect(keysOf(schedule.withViewer(webhooks), ["webhooks", "records"])).toContain("inbox");
    ends(schedule, webhooks);
    passes(70_000);
    expect(starts(schedule, [webhooks])).toEqual([]);
  },
);

test("polls a call each minute when it is watched or something was sent to it", () => {
  const schedule = new Schedule();
  const call = (status: string, isWatched = false): Task => ({
    ...{ id: "calls.get k1", kind: "record", resource: "calls", op: getCall, ref: "k1" },
    ...{ status, isWatched, viewedAtMs: undefined },
  });
  ends(schedule, call("in-progress"));
  passes(70_000);
  expect(starts(schedule, [call("in-progress")])).toEqual([]);
  expect(starts(schedule, [call("in-progress", true)])).toHaveLength(1);
  expect(starts(schedule, [call("ended", true)])).toEqual([]);
  schedule.touch(["calls k1"]);
  expect(starts(schedule, [call("in-progress")])).toHaveLength(1);
  ends(schedule, call("in-progress"), { ms: 0 });
  expect(starts(schedule, [call("in-progress")])).toEqual([]);
  passes(70_000);
  expect(starts(schedule, [call("in-progress")])).toHaveLength(1);
});

test("pauses one endpoint when it fails and all of them when the platform limits the rate", () => {
  const schedule = new Schedule();
  ends(schedule, campaign("c1"), { code: "upstream-fault" });
  const { ready, nextMs } = schedule.due([campaign("c2"), log], new Map());
  expect(ready).toEqual([log]);
  expect(nextMs).toBeGreaterThan(0);
  passes(nextMs);
  expect(starts(schedule, [campaign("c2")])).toEqual(["campaigns.get c2"]);
  ends(schedule, log, { code: "rate_limited", after: 30 });
  schedule.viewed([waitingPrefix + campaign("c2").id]);
  expect(schedule.due([campaign("c2"), log], new Map())).toEqual({ ready: [], nextMs: 30_000 });
  passes(30_000);
  expect(starts(schedule, [campaign("c2")])).toEqual(["campaigns.get c2"]);
});

test("makes all tasks due when the clock was set back", () => {
  const schedule = new Schedule();
  for (const task of [campaign("c1"), log]) ends(schedule, task, { code: "upstream-fault" });
  expect(starts(schedule, [campaign("c1"), log])).toEqual([]);
  passes(-3_600_000);
  expect(starts(schedule, [campaign("c1"), log])).toHaveLength(2);
});
