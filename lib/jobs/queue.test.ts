import { eq } from "drizzle-orm";
import { integer, pgSchema, text, timestamp } from "drizzle-orm/pg-core";
import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { claimDue, inFuture, isClaimedAs } from "./queue";
import { createWorker } from "./worker";

const { db, pool } = await freshDatabase();
await pool.query(`create schema jobs_test;
  create table jobs_test.job (id text primary key, next_attempt_at timestamptz, attempts int not null default 0, done_by text)`);

const jobTable = pgSchema("jobs_test").table("job", {
  id: text("id").primaryKey(),
  nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }),
  attempts: integer("attempts").notNull().default(0),
  doneBy: text("done_by"),
});
const leaseMs = 60_000;
const ids = (jobs: { id: string }[]) => jobs.map(({ id }) => id);
const add = (...names: string[]) =>
  db.insert(jobTable).values(names.map((id, index) => ({ id, nextAttemptAt: new Date(Date.UTC(2026, 0, 1 + index)) })));
const endLeases = () => db.update(jobTable).set({ nextAttemptAt: new Date(0) });
const settle = (job: { id: string; attempts: number }, doneBy: string) =>
  db.update(jobTable).set({ doneBy, nextAttemptAt: null }).where(isClaimedAs(jobTable, job)).returning();

beforeEach(() => db.delete(jobTable));

test("claims the oldest due jobs only", async () => {
  await add("first", "second", "third");
  await db.insert(jobTable).values([{ id: "later", nextAttemptAt: inFuture(60_000) }, { id: "done" }]);
  expect(ids(await claimDue(db, jobTable, { most: 2, leaseMs })).toSorted()).toEqual(["first", "second"]);
  expect(ids(await claimDue(db, jobTable, { most: 9, leaseMs }))).toEqual(["third"]);
  expect(await claimDue(db, jobTable, { most: 9, leaseMs })).toEqual([]);
});

test("gives each job to one claimer when many claim at once", async () => {
  await add(...Array.from({ length: 40 }, (_, index) => `job ${index}`));
  const claims = await Promise.all(Array.from({ length: 8 }, () => claimDue(db, jobTable, { most: 10, leaseMs })));
  const claimed = claims.flatMap(ids);
  expect(new Set(claimed).size).toBe(claimed.length);
});

test("lets another claimer take over a job when its lease ends", async () => {
  await add("job");
  const [first] = await claimDue(db, jobTable, { most: 1, leaseMs });
  await endLeases();
  const [second] = await claimDue(db, jobTable, { most: 1, leaseMs });
  if (!first || !second) throw new Error("The job was not claimed.");
  expect([first.attempts, second.attempts]).toEqual([1, 2]);
  expect(await settle(first, "the first")).toEqual([]);
  expect(await settle(second, "the second")).toHaveLength(1);
  expect(await settle(second, "the second again")).toEqual([]);
});

test("starts further jobs as others end, and none after it was stopped", async () => {
  await add(...Array.from({ length: 7 }, (_, index) => `job ${index}`));
  const doneBy = async () => db.$count(jobTable, eq(jobTable.doneBy, "worker"));
  const worker = createWorker({
    ...{ name: "test jobs", concurrency: 2, log: { warn: () => undefined } },
    claim: (most) => claimDue(db, jobTable, { most, leaseMs }),
    run: (job) => settle(job, "worker"),
  });
  await worker.startDue();
  await worker.whenIdle();
  expect(await doneBy()).toBe(7);
  await add("late");
  await worker.stop();
  await worker.startDue();
  expect(await doneBy()).toBe(7);
});

test("limits concurrent jobs and leaves a job claimed when it throws", async () => {
  await add("one", "two", "three");
  let running = 0;
  let maxRunning = 0;
  const warnings: unknown[] = [];
  const worker = createWorker({
    name: "test jobs",
    concurrency: 2,
    claim: (most) => claimDue(db, jobTable, { most, leaseMs }),
    async run(job) {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await Promise.resolve();
      running -= 1;
      if (job.id === "two") throw new Error("two fails");
      await settle(job, "worker");
    },
    log: { warn: (...line: unknown[]) => void warnings.push(line) },
  });
  await worker.startDue();
  await worker.whenIdle();
  expect(maxRunning).toBe(2);
  expect(warnings).toHaveLength(1);
  const failed = await db.select().from(jobTable).where(eq(jobTable.id, "two"));
  expect(failed[0]?.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now());
  expect(await db.$count(jobTable, eq(jobTable.doneBy, "worker"))).toBe(2);
});
