import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "@/lib/contract/problem";
import { fresh } from "./log-reader";
import type { Task } from "./pace";
import { createSchedule } from "./schedule";
import { opOf } from "./task-names";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 14) }));
afterEach(() => void vi.useRealTimers());
const passes = (ms: number) => vi.setSystemTime(Date.now() + ms);

const log: Task = { id: "webhooks.logs", kind: "log", lookedAtMs: undefined };
const campaign = (ref: string): Task => ({
  id: `campaigns.get ${ref}`,
  kind: "campaign",
  ref,
  status: "running",
  lookedAtMs: undefined,
});

type Schedule = ReturnType<typeof createSchedule>;
const begins = (schedule: Schedule, tasks: Task[], running: Task[] = []) =>
  schedule.due(tasks, new Map(running.map((task) => [task.id, opOf(task)]))).ready.map(({ id }) => id);

const ends = (
  schedule: Schedule,
  task: Task,
  { ms = 5, code, after }: { ms?: number; code?: string; after?: number } = {},
) =>
  schedule.ended(task, {
    ...{ atMs: Date.now() - ms, ms, hasChanged: false },
    problem: code === undefined ? undefined : new Problem(code as "busy", "", { retryAfterSeconds: after }),
  });

test("two tasks run at once, of two endpoints, and what somebody looks at comes first", () => {
  const schedule = createSchedule();
  const [one, two] = [campaign("c1"), campaign("c2")];
  expect(begins(schedule, [one, two, log])).toEqual([one.id, log.id]);
  expect(begins(schedule, [one, two], [log])).toEqual([one.id]);
  expect(begins(schedule, [one, two, log], [one])).toEqual([log.id]);
  expect(begins(schedule, [two], [one, log])).toEqual([]);
  schedule.look(["/campaigns/c2"]);
  expect(begins(schedule, [one, two])).toEqual([two.id]);
});

test("what was read is left until it is due, unless something was sent to it or somebody waits for it", () => {
  const schedule = createSchedule();
  const tasks = [campaign("c1"), campaign("c2"), log];
  for (const task of tasks) ends(schedule, task);
  passes(3_000);
  expect(begins(schedule, tasks)).toEqual([]);
  schedule.touch(["campaigns c2"]);
  expect(begins(schedule, tasks)).toEqual(["campaigns.get c2"]);
  ends(schedule, campaign("c2"), { ms: 0 });
  schedule.look([fresh + log.id]);
  expect(begins(schedule, tasks)).toEqual([log.id]);
  passes(40_000);
  expect(begins(schedule, tasks)).toContain("campaigns.get c1");
});

test("an endpoint that fails rests alone; a platform that asks for a pause gets it from every read", () => {
  const schedule = createSchedule();
  ends(schedule, campaign("c1"), { code: "upstream-fault" });
  const { ready, nextMs } = schedule.due([campaign("c2"), log], new Map());
  expect(ready).toEqual([log]);
  expect(nextMs).toBeGreaterThan(0);
  passes(nextMs);
  expect(begins(schedule, [campaign("c2")])).toEqual(["campaigns.get c2"]);
  ends(schedule, log, { code: "rate_limited", after: 30 });
  schedule.look([fresh + campaign("c2").id]);
  expect(schedule.due([campaign("c2"), log], new Map())).toEqual({ ready: [], nextMs: 30_000 });
  passes(30_000);
  expect(begins(schedule, [campaign("c2")])).toEqual(["campaigns.get c2"]);
});

test("when the clock was set back nothing waits for the times of before", () => {
  const schedule = createSchedule();
  for (const task of [campaign("c1"), log]) ends(schedule, task, { code: "upstream-fault" });
  expect(begins(schedule, [campaign("c1"), log])).toEqual([]);
  passes(-3_600_000);
  expect(begins(schedule, [campaign("c1"), log])).toHaveLength(2);
});

test("reads a record once for a send when the clock was set back before the process led", () => {
  const schedule = createSchedule();
  schedule.touch(["campaigns c1"]);
  passes(-3_600_000);
  expect(begins(schedule, [campaign("c1")])).toEqual(["campaigns.get c1"]);
  ends(schedule, campaign("c1"));
  passes(3_000);
  expect(begins(schedule, [campaign("c1")])).toEqual([]);
});
