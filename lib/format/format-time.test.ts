import { expect, test } from "vitest";
import { formatAgo, formatDateTime, formatShortDay, formatSpan, parseTime } from "./format-time";

const at = Date.UTC(2026, 10, 20, 6, 36, 55);

test("a time is written out in full", () => {
  expect(formatDateTime(at, "utc")).toBe("Fri 20 Nov 2026, 06:36:55");
});

test("ISO timestamps of every usual spelling are read", () => {
  for (const sent of [
    "2026-11-20T06:36:55Z",
    "2026-11-20 06:36:55Z",
    "2026-11-20T06:36:55.000000+00:00",
    "2026-11-20T07:36:55+0100",
    "2026-11-20t01:36:55-05:00",
  ])
    expect(parseTime(sent)?.ms, sent).toBe(at);
});

test("a timestamp without a zone is read as UTC and known to lack one", () => {
  expect(parseTime("2026-11-20T06:36:55")).toEqual({ ms: at, isZoned: false });
});

test("anything else is no time", () => {
  for (const sent of [
    "",
    "yesterday",
    "2026-11-20",
    "2026-13-40T99:00:00Z",
    "20/11/2026 06:36",
    1_700_000_000,
    null,
    "1",
  ])
    expect(parseTime(sent), String(sent)).toBeUndefined();
});

test("spans are short and lose nothing that matters", () => {
  expect(formatSpan(9)).toBe("9 s");
  expect(formatSpan(252, true)).toBe("4 min 12 s");
  expect(formatSpan(252)).toBe("4 min");
  expect(formatSpan(3 * 3600 + 60, true)).toBe("3 h 1 min");
  expect(formatSpan(12 * 86_400)).toBe("12 d");
});

test("ago works in both directions", () => {
  expect(formatAgo(at, at)).toBe("just now");
  expect(formatAgo(at, at + 60_000)).toBe("1 min ago");
  expect(formatAgo(at, at - 3 * 86_400_000)).toBe("in 3 d");
});

test("a short day names the year only when it is another one", () => {
  expect(formatShortDay(at, "utc", at)).toBe("20 Nov");
  expect(formatShortDay(at, "utc", Date.UTC(2027, 0, 2))).toBe("20 Nov 2026");
});
