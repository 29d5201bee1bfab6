import { expect, test } from "vitest";
import { takeTurns } from "./turns";

test("two run, two wait, the fifth is told at once, and a free turn is used again", async () => {
  const turn = takeTurns({ atOnce: 2, waiting: 2 });
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const task = () => {
    running += 1;
    most = Math.max(most, running);
    return new Promise<void>((end) => ends.push(end)).finally(() => {
      running -= 1;
    });
  };
  const four = [turn(task), turn(task), turn(task), turn(task)];
  await expect(turn(task)).rejects.toMatchObject({ code: "busy", status: 503 });
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise((next) => setImmediate(next));
  }
  await Promise.all(four);
  expect(most).toBe(2);
  expect(await turn(async () => "free again")).toBe("free again");
});

test("a task that fails gives its turn on", async () => {
  const turn = takeTurns({ atOnce: 1, waiting: 1 });
  await expect(turn(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await turn(async () => 1)).toBe(1);
});
