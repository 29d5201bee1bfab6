import { expect, test } from "vitest";
import { watchInterval } from "./watch-interval";

test("a watched record is read every 5 s", () => {
  expect(watchInterval({ status: "success", dataUpdatedAt: 1_000, errorUpdatedAt: 0 })).toBe(5_000);
});

test("faults are given longer and longer, up to 30 s", () => {
  const failing = (errorUpdatedAt: number) => watchInterval({ status: "error", dataUpdatedAt: 1_000, errorUpdatedAt });
  expect(failing(6_000)).toBe(5_000);
  expect(failing(12_000)).toBe(11_000);
  expect(failing(600_000)).toBe(30_000);
});

test("one answer after faults brings the pace back", () => {
  expect(watchInterval({ status: "success", dataUpdatedAt: 700_000, errorUpdatedAt: 600_000 })).toBe(5_000);
});
