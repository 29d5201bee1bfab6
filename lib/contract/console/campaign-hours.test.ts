import { expect, test } from "vitest";
import { currentChange, isWithin, nextChange, type WeeklyHours, zoneIn } from "./campaign-hours";

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

const weekdays = [1, 2, 3, 4, 5];
const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** The next changes after a moment, "resume 2026-03-16T14:00Z". */
function changesAfter(hours: WeeklyHours, from: string, most: number): string[] {
  const next = nextChange(hours, at(from));
  if (!next || most === 0) return [];
  const moment = `${new Date(next.ms).toISOString().slice(0, 16)}Z`;
  return [`${next.action} ${moment}`, ...changesAfter(hours, moment, most - 1)];
}

test.each([
  ["2026-03-16T06:00Z", "America/New_York", "resume 2026-03-16T14:00Z", "pause 2026-03-17T00:00Z"],
  ["2026-03-16T06:00Z", "Europe/London", "resume 2026-03-16T10:00Z", "pause 2026-03-16T20:00Z"],
  ["2026-10-28T06:00Z", "America/New_York", "resume 2026-10-28T14:00Z", "pause 2026-10-29T00:00Z"],
  ["2026-10-28T06:00Z", "Europe/London", "resume 2026-10-28T10:00Z", "pause 2026-10-28T20:00Z"],
  ["2027-03-16T06:00Z", "America/New_York", "resume 2027-03-16T14:00Z", "pause 2027-03-17T00:00Z"],
  ["2027-03-16T06:00Z", "Europe/London", "resume 2027-03-16T10:00Z", "pause 2027-03-16T20:00Z"],
  ["2027-10-28T06:00Z", "America/New_York", "resume 2027-10-28T14:00Z", "pause 2027-10-29T00:00Z"],
  ["2027-10-28T06:00Z", "Europe/London", "resume 2027-10-28T09:00Z", "pause 2027-10-28T19:00Z"],
])("keeps local hours when the clocks of only some zones have changed by %s in %s", (from, zone, ...expected) => {
  const hours = { zone, days: weekdays, from: "10:00", to: "20:00" };
  expect(changesAfter(hours, from, 2)).toEqual(expected);
});

test("keeps local hours over a weekend on which the clocks change", () => {
  const newYork = { zone: "America/New_York", days: weekdays, from: "10:00", to: "20:00" };
  expect(changesAfter(newYork, "2026-10-30T20:00Z", 2)).toEqual([
    "pause 2026-10-31T00:00Z",
    "resume 2026-11-02T15:00Z",
  ]);
  const london = { ...newYork, zone: "Europe/London" };
  expect(changesAfter(london, "2026-03-27T12:00Z", 2)).toEqual(["pause 2026-03-27T20:00Z", "resume 2026-03-30T09:00Z"]);
});

test.each([
  ["America/New_York", "02:30", "2026-03-08T03:00Z", "2026-03-08T07:00Z"],
  ["Europe/London", "01:30", "2026-03-28T12:00Z", "2026-03-29T01:00Z"],
  ["Australia/Lord_Howe", "02:15", "2026-10-03T12:00Z", "2026-10-03T15:30Z"],
])("pauses in %s when the clocks go forward if they skip %s", (zone, to, from, expected) => {
  const hours = { zone, days: everyDay, from: "10:00", to };
  expect(changesAfter(hours, from, 1)).toEqual([`pause ${expected}`]);
});

test.each([
  ["America/New_York", "2026-11-01T03:00Z", "2026-11-01T05:30Z", "2026-11-01T15:00Z"],
  ["Europe/London", "2026-10-24T12:00Z", "2026-10-25T00:30Z", "2026-10-25T10:00Z"],
])("pauses once in %s, the first time, when 01:30 comes twice", (zone, from, pauseAt, resumeAt) => {
  const hours = { zone, days: everyDay, from: "10:00", to: "01:30" };
  expect(changesAfter(hours, from, 2)).toEqual([`pause ${pauseAt}`, `resume ${resumeAt}`]);
});

test("does not pause on a night that the clocks skip as a whole", () => {
  const hours = { zone: "America/New_York", days: everyDay, from: "03:00", to: "02:30" };
  expect(changesAfter(hours, "2026-03-08T03:00Z", 1)).toEqual(["pause 2026-03-09T06:30Z"]);
});

test("gives the change that applies now when several were missed", () => {
  const hours = { zone: "UTC", days: everyDay, from: "10:00", to: "20:00" };
  const after = (now: string) => currentChange(hours, at("2026-11-23T20:00Z"), at(now));
  expect(after("2026-11-23T21:00Z")).toEqual({ action: "resume", ms: at("2026-11-24T10:00Z") });
  expect(after("2026-11-26T11:00Z")).toEqual({ action: "resume", ms: at("2026-11-26T10:00Z") });
  expect(after("2026-11-26T23:00Z")).toEqual({ action: "pause", ms: at("2026-11-26T20:00Z") });
});

test("gives the change that applies now when none was sent for decades", () => {
  const hours = { zone: "UTC", days: everyDay, from: "10:00", to: "20:00" };
  const change = currentChange(hours, at("1970-01-01T00:00Z"), at("2026-11-26T11:00Z"));
  expect(change).toEqual({ action: "resume", ms: at("2026-11-26T10:00Z") });
});

test("has no next change when the zone, a time or the days are not known", () => {
  const hours = { zone: "Europe/London", days: weekdays, from: "10:00", to: "20:00" };
  for (const broken of [{ zone: "Europe/Atlantis" }, { from: "25:00" }, { to: "noon" }, { to: "10:00" }, { days: [] }])
    expect(nextChange({ ...hours, ...broken }, at("2026-11-23T12:00Z"))).toBeUndefined();
});

test("finds the zone of a campaign in its hours or beside them, if it is known", () => {
  expect(zoneIn({ calling_hours: { start: "09:00", end: "17:00", timezone: "Asia/Tokyo" } })).toBe("Asia/Tokyo");
  expect(zoneIn({ timezone: "Europe/Berlin" })).toBe("Europe/Berlin");
  expect(zoneIn({ timezone: "Mars/Olympus" })).toBeUndefined();
});
