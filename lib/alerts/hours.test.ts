import { expect, test } from "vitest";
import { defaultPace } from "@/lib/contract/console/alert-settings";
import { quietUntil } from "./hours";

const pace = { ...defaultPace, is_quiet: true, from: "20:00", to: "07:00", zone: "Europe/Berlin", has_weekends: true };
const until = (at: string, more = {}) => quietUntil({ ...pace, ...more }, new Date(at))?.toISOString();

test("ends quiet hours in the morning of their time zone, or on Monday after a weekend", () => {
  expect(until("2026-11-19T18:59:00Z")).toBeUndefined();
  expect(until("2026-11-19T19:00:00Z")).toBe("2026-11-20T06:00:00.000Z");
  expect(until("2026-11-20T03:00:00Z")).toBe("2026-11-20T06:00:00.000Z");
  expect(until("2026-11-20T12:00:00Z")).toBeUndefined();
  expect(until("2026-11-20T19:30:00Z")).toBe("2026-11-23T06:00:00.000Z");
  expect(until("2026-11-20T19:30:00Z", { has_weekends: false })).toBe("2026-11-21T06:00:00.000Z");
  expect(until("2026-07-20T17:30:00Z")).toBeUndefined();
  expect(until("2026-07-20T18:30:00Z")).toBe("2026-07-21T05:00:00.000Z");
});

test("ignores quiet hours that are off, of length zero or in an unknown time zone", () => {
  expect(until("2026-11-19T23:00:00Z", { to: "20:00" })).toBeUndefined();
  expect(until("2026-11-20T23:00:00Z", { is_quiet: false })).toBeUndefined();
  expect(until("2026-11-20T23:00:00Z", { zone: "Atlantis" })).toBeUndefined();
});
