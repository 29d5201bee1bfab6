import { expect, test } from "vitest";
import { createMemoryBudget } from "./memory-budget";
import { createWholeBody } from "./send-request";

type WholeBody = ReturnType<typeof createWholeBody>;

function fill(body: WholeBody, { chunks, bytes }: { chunks: number; bytes: number }) {
  for (let n = 0; n < chunks; n += 1) body.push(Buffer.alloc(bytes));
  return body.bytes();
}

const thrownBy = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error;
  }
};

test("throws busy when the shared budget is exceeded, and accepts answers after a release", () => {
  const budget = createMemoryBudget(1000);
  const first = createWholeBody({ maxBytes: 900, budget, isSend: false });
  const second = createWholeBody({ maxBytes: 900, budget, isSend: true });
  expect(fill(first, { chunks: 6, bytes: 100 })).toHaveLength(600);
  expect(thrownBy(() => fill(second, { chunks: 6, bytes: 100 }))).toMatchObject({ code: "busy", outcome: "unknown" });
  second.release();
  first.release();
  const third = createWholeBody({ maxBytes: 900, budget, isSend: false });
  expect(fill(third, { chunks: 9, bytes: 100 })).toHaveLength(900);
  third.release();
  expect(thrownBy(() => fill(third, { chunks: 10, bytes: 100 }))).toMatchObject({ code: "upstream-too-large" });
});
