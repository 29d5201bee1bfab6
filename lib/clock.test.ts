import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "./clock";

const dayMs = 86_400_000;
let monotonicMs = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000_000 });
  vi.spyOn(performance, "now").mockImplementation(() => monotonicMs);
});

afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Measures every ten seconds a database clock that is `aheadMs` ahead. */
function pass(seconds: number, { aheadMs }: { aheadMs: number }) {
  for (let passed = 0; passed < seconds; passed += 10) {
    monotonicMs += 10_000;
    clock.adjust(trueMs() + aheadMs);
  }
}

const startMs = monotonicMs;
const trueMs = () => 5 * dayMs + monotonicMs - startMs;

test("uses the machine's clock before the first measurement", () => {
  expect(clock.now()).toEqual(new Date(1_000_000_000));
});

test("follows the database's clock when the machine's clock is set", () => {
  clock.adjust(trueMs());
  monotonicMs += 7_000;
  vi.setSystemTime(1);
  expect(clock.nowMs()).toBe(trueMs());
  pass(600, { aheadMs: 400 });
  expect(clock.nowMs()).toBe(trueMs() + 400);
});

test.each([
  ["800 days ahead for 25 seconds", 800 * dayMs],
  ["two hours back for 25 seconds", -dayMs / 12],
])("ignores the database's clock when it is %s", (_name, aheadMs) => {
  clock.adjust(trueMs());
  pass(30, { aheadMs });
  expect(clock.nowMs()).toBe(trueMs());
  pass(60, { aheadMs: 0 });
  pass(30, { aheadMs });
  expect(clock.nowMs()).toBe(trueMs());
});

test("accepts a clock change when it has lasted a minute", () => {
  clock.adjust(trueMs());
  pass(60, { aheadMs: -dayMs / 12 });
  expect(clock.nowMs()).toBe(trueMs());
  pass(10, { aheadMs: -dayMs / 12 });
  expect(clock.nowMs()).toBe(trueMs() - dayMs / 12);
});
