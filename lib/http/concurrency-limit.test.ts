import { expect, test } from "vitest";
import { createConcurrencyLimit } from "./concurrency-limit";

const sentence = "Try again shortly.";
const nextTick = () => new Promise((next) => setImmediate(next));

/** Tasks that run until `end` is called; `begun` lists them in their order of starting. */
function heldTasks() {
  const begun: { name: string; end: () => void }[] = [];
  const task = (name: string) => () => new Promise<void>((end) => begun.push({ name, end }));
  return { begun, task, names: () => begun.map(({ name }) => name) };
}

test("runs two tasks, queues two and refuses the fifth", async () => {
  const run = createConcurrencyLimit({ atOnce: 2, waiting: 2, sentence });
  const { begun, task, names } = heldTasks();
  const four = ["a", "b", "c", "d"].map((name) => run(task(name)));
  await expect(run(task("e"))).rejects.toMatchObject({ code: "busy", status: 503, outcome: "refused" });
  expect(names()).toEqual(["a", "b"]);
  for (let ended = 0; ended < 4; ended += 1) {
    begun[ended]?.end();
    await nextTick();
  }
  await Promise.all(four);
  expect(names()).toEqual(["a", "b", "c", "d"]);
  expect(await run(async () => "free again")).toBe("free again");
});

test("limits the running tasks of one key", async () => {
  const run = createConcurrencyLimit({ atOnce: 3, perKey: 2, waiting: 4, sentence });
  const { begun, task, names } = heldTasks();
  const all = ["a1", "a2", "a3", "a4"].map((name) => run(task(name), "a"));
  all.push(run(task("b1"), "b"), run(task("b2"), "b"));
  expect(names()).toEqual(["a1", "a2", "b1"]);
  begun[0]?.end();
  await nextTick();
  expect(names()).toEqual(["a1", "a2", "b1", "a3"]);
  for (let ended = 1; ended < 6; ended += 1) {
    begun[ended]?.end();
    await nextTick();
  }
  await Promise.all(all);
});

test("limits the queued tasks of one key", async () => {
  const run = createConcurrencyLimit({ atOnce: 1, waiting: 4, waitingPerKey: 1, sentence });
  const { begun, task, names } = heldTasks();
  const tasks = [run(task("a1"), "a"), run(task("a2"), "a")];
  await expect(run(task("a3"), "a")).rejects.toMatchObject({ code: "busy" });
  tasks.push(run(task("b1"), "b"));
  for (let ended = 0; ended < 3; ended += 1) {
    begun[ended]?.end();
    await nextTick();
  }
  await Promise.all(tasks);
  expect(names()).toEqual(["a1", "a2", "b1"]);
});

test("runs the queued tasks of several keys in turn", async () => {
  const run = createConcurrencyLimit({ atOnce: 1, waiting: 9, sentence });
  const { begun, task, names } = heldTasks();
  const tasks = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map((name) => run(task(name), name[0]));
  for (let ended = 0; ended < 7; ended += 1) {
    begun[ended]?.end();
    await nextTick();
  }
  await Promise.all(tasks);
  expect(names()).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("refuses the last task of a crowded key for a task of another key when the queue is full", async () => {
  const run = createConcurrencyLimit({ atOnce: 1, waiting: 2, sentence });
  const { begun, task, names } = heldTasks();
  const [a1, a2, a3] = ["a1", "a2", "a3"].map((name) => run(task(name), "a"));
  const b1 = run(task("b1"), "b");
  await expect(a3).rejects.toMatchObject({ code: "busy" });
  await expect(run(task("c1"), "c")).rejects.toMatchObject({ code: "busy" });
  for (let ended = 0; ended < 3; ended += 1) {
    begun[ended]?.end();
    await nextTick();
  }
  await Promise.all([a1, a2, b1]);
  expect(names()).toEqual(["a1", "a2", "b1"]);
});

test("runs an urgent task before all that wait, also when the queue is full", async () => {
  const run = createConcurrencyLimit({ atOnce: 1, waiting: 1, sentence });
  const { begun, task, names } = heldTasks();
  const first = run(task("a1"), "a");
  const displaced = run(task("b1"), "b");
  const urgent = run(task("a2"), "a", { isUrgent: true });
  await expect(displaced).rejects.toMatchObject({ code: "busy" });
  begun[0]?.end();
  await nextTick();
  begun[1]?.end();
  await Promise.all([first, urgent]);
  expect(names()).toEqual(["a1", "a2"]);
});

test("refuses a queued task after waitMs and frees its place", async () => {
  const run = createConcurrencyLimit({ atOnce: 1, waiting: 1, waitMs: 5, sentence });
  const { begun, task } = heldTasks();
  const first = run(task("a"));
  await expect(run(task("b"))).rejects.toMatchObject({ code: "busy" });
  await expect(run(task("c"))).rejects.toMatchObject({ code: "busy" });
  begun[0]?.end();
  await first;
  expect(begun).toHaveLength(1);
});

test("frees the slot of a task that fails", async () => {
  const run = createConcurrencyLimit({ atOnce: 1, waiting: 1, sentence });
  await expect(run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await run(async () => 1)).toBe(1);
});
