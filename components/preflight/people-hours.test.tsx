import { expect, test } from "vitest";
import type { CampaignPeople } from "@/lib/contract/console/contact-lists";
import { pageOf } from "@/lib/testing/components/records";
import { PeopleHours } from "./people-hours";

const place = (country: string, zone: string, people: number) => ({ country, zones: zone ? [zone] : [], people });
const usPlaces = [
  place("US", "America/New_York", 18_236),
  place("US", "America/Chicago", 14_910),
  place("US", "America/Los_Angeles", 9_220),
  place("US", "America/Denver", 3_345),
  place("GB", "Europe/London", 463),
];
const london = { timezone: "Europe/London", days: null, start: "09:00", end: "18:00" };
const htmlOf = (people: Partial<CampaignPeople>, hours: typeof london | undefined, at = "2026-11-20T08:00Z") =>
  pageOf(
    <PeopleHours people={{ places: usPlaces, others: 0, ...people }} moment={{ hours, atMs: Date.parse(at) }} />,
    [],
  );
const textOf = (...input: Parameters<typeof htmlOf>) => htmlOf(...input).replaceAll(/<[^>]*>/g, "");

test("says from when most people of a country are called in their own time, and where it is earliest", () => {
  const text = textOf({}, london);
  expect(text).toContain(
    "45,711 of 46,174 people are in the United States: from 04:00 their time, in Los Angeles from 01:00",
  );
  expect(text).toContain("By area code: a mobile may be elsewhere.");
  expect(text).toContain("London 46309:00–18:00");
  expect(text).toContain("New York 18,23604:00–13:00");
  expect(text).toContain("Los Angeles 9,22001:00–10:00");
  expect(text.indexOf("London 463")).toBeLessThan(text.indexOf("New York 18,236"));
});

test("says what time it is there when calls begin in the middle of the calling hours", () => {
  expect(textOf({}, london, "2026-11-20T16:30Z")).toContain("Calls begin at 08:30 to 11:30 there.");
  expect(textOf({}, london)).not.toContain("Calls begin");
});

test("names the time of the moment when the calling hours are unknown", () => {
  const text = textOf({}, undefined, "2026-11-20T09:00Z");
  expect(text).toContain("45,711 of 46,174 people are in the United States: 01:00 to 04:00 their time");
  expect(textOf({}, undefined, "2026-11-20T17:00Z")).toContain("All 46,174 people: 09:00 to 17:00 their time");
});

test("names the country with most people who are called too early, not the largest place", () => {
  const places = [
    place("BR", "America/Sao_Paulo", 9),
    place("US", "America/New_York", 8),
    place("US", "America/Denver", 7),
  ];
  const text = textOf({ places }, { ...london, start: "08:00" });
  expect(text).toContain("15 of 24 people are in the United States: from 03:00 their time, in Denver from 01:00");
  expect(text).toContain("Also too early or too late for 9 elsewhere.");
});

test("says until when people are called if that is too late", () => {
  const places = [place("IN", "Asia/Kolkata", 12)];
  expect(textOf({ places }, london)).toContain("12 of 12 people are in India: until 23:30 their time");
});

test("gives a tick only when the time of everyone is known and within the day", () => {
  const places = [place("GB", "Europe/London", 463)];
  const tick = "text-ok-fill";
  expect(htmlOf({ places }, london)).toContain(tick);
  expect(textOf({ places }, london)).toContain("All 463 people are called between 08:00 and 21:00 their time");
  for (const people of [{ places, others: 3 }, { places, others: null }, { places: [...places, place("US", "", 4)] }])
    expect(htmlOf(people, london)).not.toContain(tick);
  expect(htmlOf({ places }, undefined, "2026-11-20T12:00Z")).not.toContain(tick);
  expect(htmlOf({}, london)).not.toContain(tick);
});

test("counts people of an unknown time apart from the others", () => {
  const text = textOf({ places: [place("GB", "Europe/London", 463), place("US", "", 312)], others: 460 }, london);
  expect(text).toContain("463 of 1,235 people are called between 08:00 and 21:00 their time");
  expect(text).toContain("Unknown for 312: their numbers belong to no one place.");
  expect(text).toContain("Unknown for 460 who were not uploaded from here.");
  expect(textOf({ places: [], others: 460 }, london)).toContain("Unknown what time it is for these people");
});

test("puts people with the same clock on one strip, and the smallest places in a sum", () => {
  const places = [
    ...usPlaces,
    place("CA", "America/Toronto", 900),
    place("US", "America/Anchorage", 8),
    place("US", "Pacific/Honolulu", 5),
  ];
  const text = textOf({ places }, london);
  expect(text).toContain("New York, Toronto 19,136");
  expect(text).toContain("13 more people at 2 other times");
});
