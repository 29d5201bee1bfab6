import { expect, test } from "vitest";
import { peopleAtNight, peopleHours, peopleOutside } from "./people-hours";

const us = [
  { country: "US", zones: ["America/New_York"], people: 18_236 },
  { country: "US", zones: ["America/Los_Angeles"], people: 9_220 },
];
const london = { timezone: "Europe/London", days: [1, 2, 3, 4, 5], start: "09:00", end: "18:00" };
const clocksAt = (at: string, hours = london) =>
  peopleHours(us, { hours, atMs: Date.parse(at) }).places.map(({ earliest }) => earliest.from / 60);

test.each([
  ["2026-01-15T12:00Z", [4, 1]],
  ["2026-03-16T12:00Z", [5, 2]],
  ["2026-07-15T12:00Z", [4, 1]],
  ["2026-10-28T12:00Z", [5, 2]],
])("gives the start of calling hours in the people's time on %s", (at, hours) => {
  expect(clocksAt(at)).toEqual(hours);
});

test("judges the next calling hours while they are closed, after the clocks change too", () => {
  expect(clocksAt("2026-03-06T19:00Z")).toEqual([5, 2]);
  expect(clocksAt("2026-03-05T19:00Z")).toEqual([4, 1]);
});

const outside = (zones: string[], [start, end]: [string, string], timezone = "UTC") =>
  peopleOutside([{ country: "XX", zones, people: 7 }], {
    hours: { timezone, days: null, start, end },
    atMs: Date.parse("2026-07-15T12:00Z"),
  });

test("counts people whose day is left by one minute, at its start or end", () => {
  expect(outside(["Europe/London"], ["07:00", "20:00"])).toBe(0);
  expect(outside(["Europe/London"], ["06:59", "20:00"])).toBe(7);
  expect(outside(["Europe/London"], ["07:00", "20:01"])).toBe(7);
  expect(outside(["Asia/Kolkata"], ["15:00", "16:00"])).toBe(7);
  expect(outside(["Pacific/Honolulu"], ["09:00", "10:00"])).toBe(7);
});

test("counts people of several zones if it is too early or too late in one of them", () => {
  const zones = ["Australia/Sydney", "Australia/Perth"];
  expect(outside(zones, ["00:00", "11:00"])).toBe(0);
  expect(outside(zones, ["23:00", "05:00"])).toBe(7);
  expect(outside(zones, ["05:00", "11:01"])).toBe(7);
});

test("judges the moment itself without calling hours, and leaves out unknown zones", () => {
  const at = (moment: string) =>
    peopleOutside([...us, { country: "US", zones: [], people: 5 }], {
      hours: undefined,
      atMs: Date.parse(moment),
    });
  expect(at("2026-01-15T13:00Z")).toBe(9_220);
  expect(at("2026-01-15T16:00Z")).toBe(0);
  expect(at("2026-01-16T02:00Z")).toBe(18_236);
});

const night = (input: Partial<Parameters<typeof peopleAtNight>[0]>) =>
  peopleAtNight({
    places: [{ country: "DE", zones: ["Europe/Berlin"], people: 1_000 }],
    ...{ waiting: 1_000, total: 1_000, hours: [], fromMs: Date.parse("2026-11-28T18:00:00Z"), openMs: 4 * 3_600_000 },
    ...input,
  });

test("estimates who would be called at night when a campaign goes on at its pace", () => {
  // 19:00 to 23:00 in Berlin: half of them after 21:00.
  expect(night({})).toEqual({ people: 500 });
  expect(night({ waiting: 300 })).toEqual({ people: 150 });
  expect(night({ openMs: 2 * 3_600_000 })).toBeNull();
  const london = [{ country: "GB", zones: ["Europe/London"], people: 400 }];
  expect(night({ places: london, waiting: 1_000 })).toEqual({ people: 100 });
  expect(night({ places: [{ country: "ZZ", zones: [], people: 1_000 }] })).toBeNull();
});

test("counts nobody at night when hours that are kept end before", () => {
  const hours = { timezone: "Europe/Berlin", days: null, start: "10:00", end: "20:00" };
  expect(night({ hours: [hours], openMs: 40 * 3_600_000 })).toBeNull();
  expect(night({ hours: [{ ...hours, end: "22:00" }], openMs: 12 * 3_600_000 })?.people).toBeGreaterThan(80);
  const pastMidnight = { timezone: "Europe/Berlin", days: null, start: "22:00", end: "02:00" };
  expect(night({ hours: [pastMidnight], openMs: 3_600_000 })).toEqual({ people: 1_000 });
});
