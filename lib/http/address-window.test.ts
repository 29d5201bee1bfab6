import { expect, test } from "vitest";
import { createAddressWindow } from "./client-address";

test("so many within a window, then the wait for the first of them to leave it", () => {
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

test("no more addresses are remembered than there is room for: the longest known goes first", () => {
  const take = createAddressWindow({ most: 1, withinMs: 1000, addresses: 2, now: () => 0 });
  for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) expect(take(address)).toBe(0);
  expect([take("192.0.2.2") > 0, take("192.0.2.3") > 0]).toEqual([true, true]);
  expect(take("192.0.2.1")).toBe(0);
});
