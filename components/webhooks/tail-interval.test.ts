import { expect, test } from "vitest";
import { Problem } from "@/lib/contract/problem";
import { tailInterval } from "./tail-interval";

const fault = new Problem("internal", "Something went wrong on our side.");

test("the tail reads every five seconds, and less and less often while reads fail", () => {
  expect(tailInterval({ error: null, dataUpdatedAt: 1, errorUpdatedAt: 0 })).toBe(5_000);
  const after = (ms: number) => tailInterval({ error: fault, dataUpdatedAt: 1_000, errorUpdatedAt: 1_000 + ms });
  expect([3_000, 12_000, 30_000, 900_000].map(after)).toEqual([5_000, 12_000, 30_000, 60_000]);
});

test("the tail waits as long as the API asked it to", () => {
  const limited = new Problem("internal", "Too many requests.", { retryAfterSeconds: 90 });
  expect(tailInterval({ error: limited, dataUpdatedAt: 0, errorUpdatedAt: 0 })).toBe(90_000);
});
