import { expect, test } from "vitest";
import { isWithin } from "./campaign-hours";

const at = (text: string) => Date.parse(text);

test("applies local time before and after a daylight saving change", () => {
  const hours = { zone: "Europe/London", days: [1, 2, 3, 4, 5], from: "09:00", to: "17:30" };
  // The clocks go back on Sunday, October 25.
  expect(isWithin(hours, at("2026-10-23T07:59:59Z"))).toBe(false);
  expect(isWithin(hours, at("2026-10-23T08:00:00Z"))).toBe(true);
  expect(isWithin(hours, at("2026-10-23T16:30:00Z"))).toBe(false);
  expect(isWithin(hours, at("2026-10-26T08:59:59Z"))).toBe(false);
  expect(isWithin(hours, at("2026-10-26T09:00:00Z"))).toBe(true);
  expect(isWithin(hours, at("2026-10-26T17:29:59Z"))).toBe(true);
  expect(isWithin(hours, at("2026-10-24T11:00:00Z"))).toBe(false);
});

test("assigns hours past midnight to the day they start on", () => {
  const hours = { zone: "UTC", days: [7], from: "22:00", to: "02:00" };
  expect(isWithin(hours, at("2026-11-22T22:00:00Z"))).toBe(true);
  expect(isWithin(hours, at("2026-11-23T01:59:00Z"))).toBe(true);
  expect(isWithin(hours, at("2026-11-23T02:00:00Z"))).toBe(false);
  expect(isWithin(hours, at("2026-11-22T01:00:00Z"))).toBe(false);
  expect(isWithin(hours, at("2026-11-23T22:00:00Z"))).toBe(false);
});
