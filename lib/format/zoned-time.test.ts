import { expect, test } from "vitest";
import { isWithin, isZone, momentOf, wallTimeOf } from "./zoned-time";

const at = (text: string) => Date.parse(text);

test("a moment is read by the clock of a zone, and found again by it", () => {
  const ms = at("2026-11-22T23:30:00Z");
  expect(wallTimeOf(ms, "Europe/London")).toEqual({ text: "2026-11-22T23:30", day: 7, minute: 1410 });
  expect(wallTimeOf(ms, "Asia/Kathmandu")).toEqual({ text: "2026-11-23T05:15", day: 1, minute: 315 });
  for (const zone of ["UTC", "Europe/London", "Asia/Kathmandu", "America/St_Johns", "Pacific/Chatham"])
    expect(momentOf(wallTimeOf(ms, zone).text, zone)).toBe(ms);
});

test("a time that clocks leave out is no moment, and one they show twice is the first", () => {
  expect(momentOf("2027-03-28T01:30", "Europe/London")).toBeUndefined();
  expect(momentOf("2027-03-28T02:30", "Europe/London")).toBe(at("2027-03-28T01:30:00Z"));
  expect(momentOf("2026-10-25T01:30", "Europe/London")).toBe(at("2026-10-25T00:30:00Z"));
  expect(momentOf("2026-02-30T09:00", "Europe/London")).toBeUndefined();
  expect(momentOf("soon", "Europe/London")).toBeUndefined();
});

test("hours of a week go by the clock of their zone, before and after it is changed", () => {
  const hours = { zone: "Europe/London", days: [1, 2, 3, 4, 5], from: "09:00", to: "17:30" };
  // Friday before the clocks go back, and Monday after it.
  expect(isWithin(hours, at("2026-10-23T07:59:59Z"))).toBe(false);
  expect(isWithin(hours, at("2026-10-23T08:00:00Z"))).toBe(true);
  expect(isWithin(hours, at("2026-10-23T16:30:00Z"))).toBe(false);
  expect(isWithin(hours, at("2026-10-26T08:59:59Z"))).toBe(false);
  expect(isWithin(hours, at("2026-10-26T09:00:00Z"))).toBe(true);
  expect(isWithin(hours, at("2026-10-26T17:29:59Z"))).toBe(true);
  expect(isWithin(hours, at("2026-10-24T11:00:00Z"))).toBe(false);
});

test("hours over midnight belong to the day they begin on", () => {
  const hours = { zone: "UTC", days: [7], from: "22:00", to: "02:00" };
  expect(isWithin(hours, at("2026-11-22T22:00:00Z"))).toBe(true);
  expect(isWithin(hours, at("2026-11-23T01:59:00Z"))).toBe(true);
  expect(isWithin(hours, at("2026-11-23T02:00:00Z"))).toBe(false);
  expect(isWithin(hours, at("2026-11-22T01:00:00Z"))).toBe(false);
  expect(isWithin(hours, at("2026-11-23T22:00:00Z"))).toBe(false);
});

test("a zone is one that the clock knows", () => {
  expect(["Europe/London", "UTC"].every(isZone)).toBe(true);
  expect(["Mars/Olympus", ""].some(isZone)).toBe(false);
});
