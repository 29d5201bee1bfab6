import { expect, test } from "vitest";
import { isZone, momentOf, wallTimeOf } from "./zoned-time";

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

test("a zone is one that the clock knows", () => {
  expect(["Europe/London", "UTC"].every(isZone)).toBe(true);
  expect(["Mars/Olympus", ""].some(isZone)).toBe(false);
});
