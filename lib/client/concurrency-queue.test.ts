import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { createConcurrencyQueue } from "./concurrency-queue";

test("no more run at once than there are turns, and all get theirs in order", async () => {
  const acquire = createConcurrencyQueue(2);
  const started: number[] = [];
  let [running, most] = [0, 0];
  const job = (name: number) =>
    acquire(async () => {
      started.push(name);
      running += 1;
      most = Math.max(most, running);
      await after(3);
      running -= 1;
      return name;
    });
  expect(await Promise.all([1, 2, 3, 4, 5].map(job))).toEqual([1, 2, 3, 4, 5]);
  expect(started).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test("a job that fails gives its turn on", async () => {
  const acquire = createConcurrencyQueue(1);
  await expect(acquire(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await acquire(async () => "yes")).toBe("yes");
});
