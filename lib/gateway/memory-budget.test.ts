import { expect, test } from "vitest";
import { createMemoryBudget } from "./memory-budget";
import { createWholeBody } from "./whole-body";

async function* chunks(count: number, bytes: number) {
  for (let n = 0; n < count; n += 1) yield Buffer.alloc(bytes);
}
const bodyOf = (count: number, bytes: number) => Object.assign(chunks(count, bytes), { destroy: () => undefined });

test("answers share a budget; what is over it is told to come back, and what was held is given back", async () => {
  const budget = createMemoryBudget(1000);
  const first = createWholeBody({ mostBytes: 900, budget, isSend: false });
  const second = createWholeBody({ mostBytes: 900, budget, isSend: true });
  expect(await first.read(bodyOf(6, 100))).toHaveLength(600);
  await expect(second.read(bodyOf(6, 100))).rejects.toMatchObject({ code: "busy", outcome: "unknown" });
  second.letGo();
  first.letGo();
  const third = createWholeBody({ mostBytes: 900, budget, isSend: false });
  expect(await third.read(bodyOf(9, 100))).toHaveLength(900);
  third.letGo();
  await expect(third.read(bodyOf(10, 100))).rejects.toMatchObject({ code: "upstream-too-large" });
});
