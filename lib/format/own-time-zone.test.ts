import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formatDateTime, ownTimeZone, timeZoneOf } from "./format-time";

let minutes = 0;

// A minute later than the test before, so that the zone is asked again.
beforeEach(() => {
  minutes += 1;
  vi.spyOn(performance, "now").mockReturnValue(1e9 + minutes * 60_000);
});

afterEach(() => vi.restoreAllMocks());

test("asks for the browser's time zone once a minute", () => {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
  const zones = Array.from({ length: 100 }, () => ownTimeZone());
  expect([new Set(zones).size, asked.mock.calls.length]).toEqual([1, 1]);
  vi.spyOn(performance, "now").mockReturnValue(1e9 + minutes * 60_000 + 59_000);
  expect([ownTimeZone(), asked.mock.calls.length]).toEqual([zones[0], 1]);
});

test.each(["Etc/Unknown", undefined, ""])("counts in UTC when the browser's time zone is %s", (timeZone) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    ...options,
    timeZone,
  } as typeof options);
  expect([ownTimeZone(), timeZoneOf("local")]).toEqual(["UTC", "UTC"]);
  expect(() => formatDateTime(0, "local")).not.toThrow();
});
