import { afterEach, expect, test, vi } from "vitest";
import { formatDateTime, ownTimeZone, timeZoneOf } from "./format-time";

afterEach(() => vi.restoreAllMocks());

test.each(["Etc/Unknown", undefined, ""])("counts in UTC when the browser's time zone is %s", (timeZone) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    ...options,
    timeZone,
  } as typeof options);
  expect([ownTimeZone(), timeZoneOf("local")]).toEqual(["UTC", "UTC"]);
  expect(() => formatDateTime(0, "local")).not.toThrow();
});
