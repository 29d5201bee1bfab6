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

test("follows the server in a browser whose clock is 30 minutes ahead or 26 hours off", () => {
  const serverMs = 1_000_000_000;
  for (const aheadMs of [1_800_000, -26 * 3_600_000, 26 * 3_600_000]) {
    clock.reset();
    vi.setSystemTime(serverMs + aheadMs + 200);
    clock.follow(serverMs + 100, serverMs + aheadMs);
    expect(Math.abs(clock.nowMs() - (serverMs + 200))).toBeLessThanOrEqual(200);
    expect(clock.fromMachine(Date.now())).toBe(clock.nowMs());
    expect(clock.toMachine(clock.nowMs())).toBe(Date.now());
  }
});

test("does not move in a browser when an answer was slow", () => {
  vi.setSystemTime(60_000);
  clock.follow(1_000, 0);
  clock.follow(Number.NaN, 0);
  expect(clock.nowMs()).toBe(60_000);
});
