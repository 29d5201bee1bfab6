import { expect, test } from "vitest";
import { createAddressWindow } from "./client-address";

test("returns the time until the oldest call leaves the window when the limit is reached", () => {
  let nowMs = 0;
  const take = createAddressWindow({ most: 2, withinMs: 1000, now: () => nowMs });
  expect(take("192.0.2.1")).toBe(0);
  nowMs = 400;
  expect(take("192.0.2.1")).toBe(0);
  expect(take("::ffff:192.0.2.1")).toBe(600);
  expect(take("192.0.2.2")).toBe(0);
  nowMs = 1000;
  expect(take("192.0.2.1")).toBe(0);
  expect(take("192.0.2.1")).toBe(400);
});

test("drops the least recent address when there are too many", () => {
  const take = createAddressWindow({ most: 1, withinMs: 1000, addresses: 2, now: () => 0 });
  for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) expect(take(address)).toBe(0);
  expect([take("192.0.2.2") > 0, take("192.0.2.3") > 0]).toEqual([true, true]);
  expect(take("192.0.2.1")).toBe(0);
});
