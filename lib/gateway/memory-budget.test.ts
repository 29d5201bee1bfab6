import { expect, test } from "vitest";
import { createMemoryBudget } from "./memory-budget";
import { createWholeBody } from "./send-request";

type WholeBody = ReturnType<typeof createWholeBody>;

function read(body: WholeBody, { chunks, bytes }: { chunks: number; bytes: number }) {
  for (let n = 0; n < chunks; n += 1) body.take(Buffer.alloc(bytes));
  return body.bytes();
}

const thrownBy = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error;
  }
};

test("answers share a budget; what is over it is told to come back, and what was held is given back", () => {
  const budget = createMemoryBudget(1000);
  const first = createWholeBody({ mostBytes: 900, budget, isSend: false });
  const second = createWholeBody({ mostBytes: 900, budget, isSend: true });
  expect(read(first, { chunks: 6, bytes: 100 })).toHaveLength(600);
  expect(thrownBy(() => read(second, { chunks: 6, bytes: 100 }))).toMatchObject({ code: "busy", outcome: "unknown" });
  second.letGo();
  first.letGo();
  const third = createWholeBody({ mostBytes: 900, budget, isSend: false });
  expect(read(third, { chunks: 9, bytes: 100 })).toHaveLength(900);
  third.letGo();
  expect(thrownBy(() => read(third, { chunks: 10, bytes: 100 }))).toMatchObject({ code: "upstream-too-large" });
});
