import { afterEach, expect, test } from "vitest";
import { conventionsFor, groupThousands, provideConventions } from "./conventions";
import { formatBytes, formatNumber } from "./format-count";
import {
  formatAgo,
  formatDateTime,
  formatMinute,
  formatShortDay,
  formatSpan,
  parseMoment,
  parseTime,
} from "./format-time";

const sampleMs = Date.UTC(2026, 10, 20, 6, 36, 55);

afterEach(() => provideConventions(() => undefined));

test("formats a date and time in full", () => {
  expect(formatDateTime(sampleMs, "utc")).toBe("Fri 20 Nov 2026, 06:36:55");
});

test("parses ISO timestamps in every usual spelling", () => {
  for (const sent of [
    "2026-11-20T06:36:55Z",
    "2026-11-20 06:36:55Z",
    "2026-11-20T06:36:55.000000+00:00",
    "2026-11-20T07:36:55+0100",
    "2026-11-20t01:36:55-05:00",
  ])
    expect(parseTime(sent)?.ms, sent).toBe(sampleMs);
});

test("reads a timestamp without a zone as UTC and marks it as not zoned", () => {
  expect(parseTime("2026-11-20T06:36:55")).toEqual({ ms: sampleMs, isZoned: false });
});

test("returns undefined when the value is not a timestamp", () => {
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

test("accepts moments from 2001 to 2100 only", () => {
  for (const sent of ["2026-11-20T06:36:55Z", sampleMs, sampleMs / 1000, String(sampleMs)])
    expect(parseMoment(sent)?.ms).toBe(sampleMs);
  for (const sent of [
    "0001-01-01T00:00:00Z",
    "1970-01-01T00:00:00Z",
    "2000-12-31T23:59:59Z",
    "2100-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    4_102_444_800,
    0,
  ])
    expect(parseMoment(sent), String(sent)).toBeUndefined();
});

test("formats spans of seconds, minutes, hours and days", () => {
  expect(formatSpan(9)).toBe("9 s");
  expect(formatSpan(252, true)).toBe("4 min 12 s");
  expect(formatSpan(252)).toBe("4 min");
  expect(formatSpan(3 * 3600 + 60, true)).toBe("3 h 1 min");
  expect(formatSpan(12 * 86_400)).toBe("12 d");
});

test("formats past and future moments relative to now", () => {
  expect(formatAgo(sampleMs, sampleMs)).toBe("just now");
  expect(formatAgo(sampleMs, sampleMs + 60_000)).toBe("1 min ago");
  expect(formatAgo(sampleMs, sampleMs - 3 * 86_400_000)).toBe("in 3 d");
  expect(formatAgo(sampleMs, sampleMs - 115 * 60_000)).toBe("in 1 h 55 min");
});

test("adds the year to a short day when it differs from the current one", () => {
  expect(formatShortDay(sampleMs, "utc", sampleMs)).toBe("20 Nov");
  expect(formatShortDay(sampleMs, "utc", Date.UTC(2027, 0, 2))).toBe("20 Nov 2026");
});

test.each([
  ["en-GB,en;q=0.5", "Fri 20 Nov 2026, 06:36:55", "1,234,567.50", "1,234"],
  ["en-US", "Fri, Nov 20, 2026, 6:36:55\u00A0AM", "1,234,567.50", "1,234"],
  ["de-DE", "Fri 20 Nov 2026, 06:36:55", "1.234.567,50", "1.234"],
  ["fr", "Fri 20 Nov 2026, 06:36:55", "1\u00A0234\u00A0567,50", "1\u00A0234"],
  ["es-ES", "Fri 20 Nov 2026, 06:36:55", "1.234.567,50", "1234"],
  ["hi-IN", "Fri 20 Nov 2026, 6:36:55\u00A0AM", "12,34,567.50", "1,234"],
  ["ar-EG", "Fri 20 Nov 2026, 6:36:55\u00A0AM", "1,234,567.50", "1,234"],
  ["ja-JP", "Fri 2026 Nov 20, 06:36:55", "1,234,567.50", "1,234"],
  ["*", "Fri 20 Nov 2026, 06:36:55", "1,234,567.50", "1,234"],
])(
  "formats times and numbers by the conventions of %s, in English and Latin digits",
  (acceptLanguage, time, large, small) => {
    provideConventions(() => conventionsFor(acceptLanguage));
    expect([formatDateTime(sampleMs, "utc"), formatNumber(1_234_567.5, 2), groupThousands("1234")]).toEqual([
      time,
      large,
      small,
    ]);
  },
);

test("applies conventions to clock, day and size, and ignores an unknown language", () => {
  expect([conventionsFor("not a language!"), conventionsFor(null), conventionsFor("xx")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  provideConventions(() => conventionsFor("en-US"));
  expect([0, 12].map((hour) => formatMinute(Date.UTC(2026, 0, 1, hour, 5), "utc"))).toEqual([
    "12:05\u00A0AM",
    "12:05\u00A0PM",
  ]);
  expect(formatShortDay(sampleMs, "utc", Date.UTC(2027, 0, 2))).toBe("Nov 20, 2026");
  provideConventions(() => conventionsFor("de"));
  expect(formatBytes(48_210_000)).toBe("48,2 MB");
});
