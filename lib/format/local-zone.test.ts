import { afterEach, expect, test } from "vitest";
import { formatClock, timeZoneOf } from "./format-time";
import { provideLocalZone } from "./local-zone";
import { zoneInCookies, zoneOfCookie } from "./zone-cookie";

afterEach(() => provideLocalZone(() => undefined));

test("reads the zone of the cookie, under its current name", () => {
  expect(zoneInCookies("a=1; switchboard-zone=Europe%2FBerlin; b=2")).toBe("Europe/Berlin");
  expect(zoneInCookies("switchboard-zone=Asia/Calcutta")).toBe("Asia/Kolkata");
  expect(zoneInCookies("switchboard-zone=Etc/GMT+5")).toBe("Etc/GMT+5");
});

test("ignores a cookie that names no zone", () => {
  for (const value of ["Nowhere/City", "%E0%A4%A", "<b>", ""]) expect(zoneOfCookie(value)).toBeUndefined();
  expect(zoneInCookies("other-switchboard-zone=UTC")).toBeUndefined();
  expect(zoneInCookies(undefined)).toBeUndefined();
});

test("writes local times in the reader's zone when the server renders for them", () => {
  const ms = Date.parse("2026-11-28T18:01:51Z");
  provideLocalZone(() => "America/New_York");
  expect([formatClock(ms, "local"), timeZoneOf("local")]).toEqual(["13:01:51", "America/New_York"]);
  provideLocalZone(() => "Asia/Kolkata");
  expect([formatClock(ms, "local"), formatClock(ms, "utc")]).toEqual(["23:31:51", "18:01:51"]);
});
