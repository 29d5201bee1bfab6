import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createRefusalHold } from "./refusal-hold";

const response = () => new EventEmitter() as unknown as ServerResponse;

test("spaces out a network's refusals after the first ones, up to the longest wait", () => {
  let nowMs = 0;
  const hold = createRefusalHold({ perSecond: 10, burst: 3, maxWaitMs: 500, now: () => nowMs });
  const waits = (count: number, address = "203.0.113.7") =>
    Array.from({ length: count }, () => hold(response(), address));
  expect(waits(10)).toEqual([0, 0, 0, 100, 200, 300, 400, 500, 500, 500]);
  expect(waits(1, "203.0.113.8")).toEqual([0]);
  nowMs = 500;
  expect(waits(2)).toEqual([100, 200]);
});

test("shares the refusals per second between all networks that were refused lately", () => {
  let nowMs = 0;
  const hold = createRefusalHold({ perSecond: 5, totalPerSecond: 10, burst: 1, now: () => nowMs });
  const networks = Array.from({ length: 20 }, (_, nth) => `203.0.113.${nth}`);
  for (const network of networks) hold(response(), network);
  expect(hold(response(), "203.0.113.0")).toBeGreaterThanOrEqual(2_000);
  nowMs = 60_000;
  expect(hold(response(), "203.0.113.0")).toBe(0);
  expect(hold(response(), "203.0.113.0")).toBe(200);
});

test("counts the addresses of one IPv6 network as one", () => {
  const hold = createRefusalHold({ perSecond: 1, burst: 1, now: () => 0 });
  expect([hold(response(), "2001:db8::1"), hold(response(), "2001:db8::2")]).toEqual([0, 1000]);
});

test("holds no further refusals at the limit, until one was sent", () => {
  const hold = createRefusalHold({ perSecond: 1, burst: 0, maxHeld: 1, now: () => 0 });
  const first = response();
  expect([hold(first, "203.0.113.7"), hold(response(), "203.0.113.8")]).toEqual([1000, 0]);
  first.emit("close");
  expect(hold(response(), "203.0.113.9")).toBe(1000);
});

test("forgets the least recent network at the limit", () => {
  const hold = createRefusalHold({ perSecond: 1, burst: 1, maxNetworks: 2, now: () => 0 });
  const waits = ["a", "b", "a", "c", "b", "c"].map((address) => hold(response(), address));
  expect(waits).toEqual([0, 0, 1000, 0, 0, 1000]);
});
