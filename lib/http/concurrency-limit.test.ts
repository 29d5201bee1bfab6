import { expect, test } from "vitest";
import { createConcurrencyLimit } from "./concurrency-limit";

const sentence = "Try again shortly.";
const turn = () => new Promise((next) => setImmediate(next));

/** Tasks that run until they are ended, in the order in which they began. */
function heldTasks() {
  const begun: { name: string; end: () => void }[] = [];
  const task = (name: string) => () => new Promise<void>((end) => begun.push({ name, end }));
  return { begun, task, names: () => begun.map(({ name }) => name) };
}

test("two run, two wait, the fifth is refused at once, and a free place is used again", async () => {
  const run = createConcurrencyLimit({ atOnce: 2, waiting: 2, sentence });
  const { begun, task, names } = heldTasks();
  const four = ["a", "b", "c", "d"].map((name) => run(task(name)));
  await expect(run(task("e"))).rejects.toMatchObject({ code: "busy", status: 503, outcome: "refused" });
  expect(names()).toEqual(["a", "b"]);
  for (let ended = 0; ended < 4; ended += 1) {
    begun[ended]?.end();
    await turn();
  }
  await Promise.all(four);
  expect(names()).toEqual(["a", "b", "c", "d"]);
  expect(await run(async () => "free again")).toBe("free again");
});

test("one key's crowd leaves the places it may not have to others", async () => {
  const run = createConcurrencyLimit({ atOnce: 3, perKey: 2, waiting: 4, sentence });
  const { begun, task, names } = heldTasks();
  const all = ["a1", "a2", "a3", "a4"].map((name) => run(task(name), "a"));
  all.push(run(task("b1"), "b"), run(task("b2"), "b"));
  expect(names()).toEqual(["a1", "a2", "b1"]);
  begun[0]?.end();
  await turn();
  expect(names()).toEqual(["a1", "a2", "b1", "a3"]);
  for (let ended = 1; ended < 6; ended += 1) {
    begun[ended]?.end();
    await turn();
  }
  await Promise.all(all);
});

test("one key's crowd does not fill the line either", async () => {
  const run = createConcurrencyLimit({ atOnce: 1, waiting: 4, waitingPerKey: 1, sentence });
  const { begun, task, names } = heldTasks();
  const kept = [run(task("a1"), "a"), run(task("a2"), "a")];
  await expect(run(task("a3"), "a")).rejects.toMatchObject({ code: "busy" });
  kept.push(run(task("b1"), "b"));
  for (let ended = 0; ended < 3; ended += 1) {
    begun[ended]?.end();
    await turn();
  }
  await Promise.all(kept);
  expect(names()).toEqual(["a1", "a2", "b1"]);
});

test("a place in line is given up when its time is over, and the place is free for another", async () => {
  const run = createConcurrencyLimit({ atOnce: 1, waiting: 1, waitMs: 5, sentence });
  const { begun, task } = heldTasks();
  const first = run(task("a"));
  await expect(run(task("b"))).rejects.toMatchObject({ code: "busy" });
  await expect(run(task("c"))).rejects.toMatchObject({ code: "busy" });
  begun[0]?.end();
  await first;
  expect(begun).toHaveLength(1);
});

test("a task that fails gives its place on", async () => {
  const run = createConcurrencyLimit({ atOnce: 1, waiting: 1, sentence });
  await expect(run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await run(async () => 1)).toBe(1);
});
