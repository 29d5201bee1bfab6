import { expect, test } from "vitest";
import { Problem } from "@/lib/contract/problem";
import { watchInterval } from "./use-watch";

const fault = new Problem("upstream-timeout");

test("a watched record is read every 5 s", () => {
  expect(watchInterval({ error: null, dataUpdatedAt: 1_000, errorUpdatedAt: 0 })).toBe(5_000);
});

test("faults are given longer and longer, up to 30 s", () => {
  const failing = (errorUpdatedAt: number) => watchInterval({ error: fault, dataUpdatedAt: 1_000, errorUpdatedAt });
  expect(failing(6_000)).toBe(5_000);
  expect(failing(12_000)).toBe(11_000);
  expect(failing(600_000)).toBe(30_000);
});

test("a read that may rest longer is given its own limit", () => {
  expect(watchInterval({ error: fault, dataUpdatedAt: 1_000, errorUpdatedAt: 901_000 }, 60_000)).toBe(60_000);
});

test("one answer after faults brings the pace back", () => {
  expect(watchInterval({ error: null, dataUpdatedAt: 700_000, errorUpdatedAt: 600_000 })).toBe(5_000);
});

test("a watched record waits as long as it was asked to", () => {
  const limited = new Problem("rate_limited", "Slow down.", { retryAfterSeconds: 600 });
  expect(watchInterval({ error: limited, dataUpdatedAt: 1_000, errorUpdatedAt: 2_000 })).toBe(600_000);
  expect(watchInterval({ error: limited, dataUpdatedAt: 0, errorUpdatedAt: 2_000 })).toBe(600_000);
});

test("a record that was never read is tried four times a minute", () => {
  expect(watchInterval({ error: fault, dataUpdatedAt: 0, errorUpdatedAt: 2_000 })).toBe(15_000);
});
