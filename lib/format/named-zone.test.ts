import { expect, test } from "vitest";
import { formatClock, formatDay, namedZone, timeZoneOf, zoneLabel } from "./format-time";

const ms = Date.parse("2026-11-28T03:38:12Z");

test("writes times in the zone that was asked for", () => {
  const newYork = namedZone("America/New_York");
  expect([formatDay(ms, newYork), formatClock(ms, newYork)]).toEqual(["Fri 27 Nov 2026", "22:38:12"]);
  expect([timeZoneOf(newYork), zoneLabel(newYork)]).toEqual(["America/New_York", "New York"]);
  expect([namedZone("UTC"), zoneLabel("local"), zoneLabel("utc")]).toEqual(["utc", "local", "UTC"]);
});
