import { expect, test } from "vitest";
import { isZone, momentOf, wallTimeOf } from "./zoned-time";

const msOf = (text: string) => Date.parse(text);

test("converts a moment to the local time of a zone and back", () => {
  const ms = msOf("2026-11-22T23:30:00Z");
  expect(wallTimeOf(ms, "Europe/London")).toEqual({ text: "2026-11-22T23:30", day: 7, minute: 1410 });
  expect(wallTimeOf(ms, "Asia/Kathmandu")).toEqual({ text: "2026-11-23T05:15", day: 1, minute: 315 });
  for (const zone of ["UTC", "Europe/London", "Asia/Kathmandu", "America/St_Johns", "Pacific/Chatham"])
    expect(momentOf(wallTimeOf(ms, zone).text, zone)).toBe(ms);
});

test("returns undefined when clocks skip a time and the first moment when they repeat it", () => {
  expect(momentOf("2027-03-28T01:30", "Europe/London")).toBeUndefined();
  expect(momentOf("2027-03-28T02:30", "Europe/London")).toBe(msOf("2027-03-28T01:30:00Z"));
  expect(momentOf("2026-10-25T01:30", "Europe/London")).toBe(msOf("2026-10-25T00:30:00Z"));
  expect(momentOf("2026-02-30T09:00", "Europe/London")).toBeUndefined();
  expect(momentOf("soon", "Europe/London")).toBeUndefined();
});

test("accepts only zone names that the runtime supports", () => {
  expect(["Europe/London", "UTC"].every(isZone)).toBe(true);
  expect(["Mars/Olympus", ""].some(isZone)).toBe(false);
});
