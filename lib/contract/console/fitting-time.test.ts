import { expect, test } from "vitest";
import { fittingTime } from "./fitting-time";

const atMs = Date.parse("2026-11-24T12:00Z");
const place = (...zones: string[]) => ({ country: "XX", zones, people: 10 });
const timeFor = (places: ReturnType<typeof place>[], zone = "Europe/London", others: number | null = 0) =>
  fittingTime({ places, others }, zone, atMs);

test("finds the time that is in the day of everybody, by the campaign's clock", () => {
  const places = [place("Europe/Berlin"), place("America/New_York", "America/Los_Angeles")];
  expect(timeFor(places)).toEqual({ from: 16 * 60, to: 20 * 60, people: 20, isEverybody: true });
  expect(timeFor(places, "America/Los_Angeles")).toMatchObject({ from: 8 * 60, to: 12 * 60 });
  expect(timeFor(places, "Asia/Tokyo")).toMatchObject({ from: 25 * 60, to: 29 * 60 });
});

test("says when it does not know the time of all people", () => {
  expect(timeFor([place("Europe/Berlin"), place()])).toMatchObject({ people: 10, isEverybody: false });
  expect(timeFor([place("Europe/Berlin")], "UTC", null)).toMatchObject({ isEverybody: false });
});

test("finds no time when there is none, or nobody's time is known", () => {
  expect(timeFor([place("Pacific/Auckland"), place("Europe/London")])).toBeUndefined();
  expect(timeFor([place()])).toBeUndefined();
});
