import { describe, expect, test } from "vitest";
import { parsePoint, parseRange, pointText } from "./parse-range";
import { looksLikeTime } from "./typed-time";

const nowMs = Date.parse("2026-11-20T14:20:31Z");

describe("typed times", () => {
  const berlin = { nowMs, timeZone: "Europe/Berlin" };
  const range = (text: string) => {
    const span = parseRange(text, berlin);
    return span && [span.fromMs, span.toMs].map((ms) => new Date(ms ?? 0).toISOString().slice(0, 16));
  };

  test.each([
    ["yesterday 14:00–14:20", "2026-11-19T13:00", "2026-11-19T13:20"],
    ["yesterday 14:00-14:20", "2026-11-19T13:00", "2026-11-19T13:20"],
    ["about 14:10 yesterday", "2026-11-19T13:00", "2026-11-19T13:20"],
    ["yesterday 14:10", "2026-11-19T13:00", "2026-11-19T13:20"],
    ["~14:10", "2026-11-20T13:00", "2026-11-20T13:20"],
    ["Thu 19 Nov, 14:00 to 16:00", "2026-11-19T13:00", "2026-11-19T15:00"],
    ["14:00 – 15:00", "2026-11-20T13:00", "2026-11-20T14:00"],
    ["yesterday", "2026-11-18T23:00", "2026-11-19T23:00"],
    ["Mon 22:00–02:00", "2026-11-16T21:00", "2026-11-17T01:00"],
    ["19 Nov – 20 Nov", "2026-11-18T23:00", "2026-11-20T23:00"],
    ["24 Dec 10:00 – 11:00", "2025-12-24T09:00", "2025-12-24T10:00"],
    ["2026-10-25 01:30 – 03:30", "2026-10-24T23:30", "2026-10-25T02:30"],
    ["2026-11-01T08:00Z..2026-11-01T09:00Z", "2026-11-01T08:00", "2026-11-01T09:00"],
    ["14:00", "2026-11-20T12:50", "2026-11-20T13:10"],
    ["16:00", "2026-11-19T14:50", "2026-11-19T15:10"],
    ["16:00–16:30", "2026-11-19T15:00", "2026-11-19T15:30"],
    ["8:20 am", "2026-11-20T07:10", "2026-11-20T07:30"],
    ["12:05 am", "2026-11-19T22:55", "2026-11-19T23:15"],
    ["8.20", "2026-11-20T07:10", "2026-11-20T07:30"],
    ["today 8:20-8:25", "2026-11-20T07:20", "2026-11-20T07:25"],
    ["yesterday 2pm", "2026-11-19T12:50", "2026-11-19T13:10"],
    ["2 p.m. yesterday", "2026-11-19T12:50", "2026-11-19T13:10"],
    ["about 2:10 pm yesterday", "2026-11-19T13:00", "2026-11-19T13:20"],
    ["3:02:41\u202fAM", "2026-11-20T01:52", "2026-11-20T02:12"],
    ["2pm-3pm", "2026-11-20T13:00", "2026-11-20T14:00"],
    ["yesterday 2:00 to 3:00 pm", "2026-11-19T13:00", "2026-11-19T14:00"],
    ["2026-11-20T08:20:00Z", "2026-11-20T08:10", "2026-11-20T08:30"],
    ["2026-11-20T08:20:00.123-05:00", "2026-11-20T13:10", "2026-11-20T13:30"],
    ["2026-11-20T08:20:00", "2026-11-20T07:10", "2026-11-20T07:30"],
    ["2026-11-01T08:00:00-05:00 to 2026-11-01T09:00:00-05:00", "2026-11-01T13:00", "2026-11-01T14:00"],
    ["19/11/2026 9:00 to 10:00", "2026-11-19T08:00", "2026-11-19T09:00"],
    ["11/19/2026 9:00 am to 10:00 am", "2026-11-19T08:00", "2026-11-19T09:00"],
    ["5.11.2026", "2026-11-04T23:00", "2026-11-05T23:00"],
    ["2 hours ago", "2026-11-20T12:10", "2026-11-20T12:30"],
    ["an hour ago", "2026-11-20T13:10", "2026-11-20T13:30"],
    ["2 hours ago to 1 hour ago", "2026-11-20T12:20", "2026-11-20T13:20"],
  ])("parses “%s”", (text, from, to) => {
    expect(range(text)).toEqual([from, to]);
    if (/\d[:.]\d|ago|[ap]m/.test(text)) expect(looksLikeTime(text)).toBe(true);
  });

  test.each([
    ["Europe/Berlin", "2026-10-25 02:10 – 02:50", "2026-10-25T00:10", "2026-10-25T01:50"],
    ["Europe/Berlin", "2026-10-25 02:30", "2026-10-25T00:20", "2026-10-25T01:40"],
    ["Europe/Berlin", "2026-10-25T00:10Z..2026-10-25T00:30Z", "2026-10-25T00:10", "2026-10-25T00:30"],
    ["America/St_Johns", "2026-11-01 01:10 – 01:50", "2026-11-01T03:40", "2026-11-01T05:20"],
    ["America/St_Johns", "2026-11-01", "2026-11-01T02:30", "2026-11-02T03:30"],
    ["Europe/Berlin", "2026-03-29 01:30 – 03:30", "2026-03-29T00:30", "2026-03-29T01:30"],
    ["Asia/Kathmandu", "2026-10-25 02:10 – 02:50", "2026-10-24T20:25", "2026-10-24T21:05"],
  ])("covers every moment at which clocks show the time when they change in %s: %s", (timeZone, text, from, to) => {
    const span = parseRange(text, { nowMs, timeZone });
    const shown = [span?.fromMs, span?.toMs].map((ms) => new Date(ms ?? 0).toISOString().slice(0, 16));
    expect(shown).toEqual([from, to]);
  });

  test.each([
    ["14:10 CET", "2026-11-20T13:00", "2026-11-20T13:20", "Europe/Berlin"],
    ["yesterday 14:10 Berlin time", "2026-11-19T13:00", "2026-11-19T13:20", "Europe/Berlin"],
    ["14:10, Berlin", "2026-11-20T13:00", "2026-11-20T13:20", "Europe/Berlin"],
    ["14:10 in New York", "2026-11-19T19:00", "2026-11-19T19:20", "America/New_York"],
    ["14:00–14:20 IST", "2026-11-20T08:30", "2026-11-20T08:50", "Asia/Kolkata"],
    ["14:10 Mumbai yesterday", "2026-11-19T08:30", "2026-11-19T08:50", "Asia/Kolkata"],
    ["yesterday 14:10 UTC", "2026-11-19T14:00", "2026-11-19T14:20", "UTC"],
    ["yesterday São Paulo", "2026-11-19T03:00", "2026-11-20T03:00", "America/Sao_Paulo"],
    ["14:10 (Asia/Kolkata)", "2026-11-20T08:30", "2026-11-20T08:50", "Asia/Kolkata"],
    ["9:00 Berlin – 9:30 London", "2026-11-20T08:00", "2026-11-20T09:30", "Europe/Berlin"],
    ["14:10 +0530", "2026-11-20T08:30", "2026-11-20T08:50", undefined],
    ["14:10+02:00", "2026-11-20T12:00", "2026-11-20T12:20", undefined],
    ["14:10 GMT+1", "2026-11-20T13:00", "2026-11-20T13:20", undefined],
    ["14:10Z", "2026-11-20T14:00", "2026-11-20T14:20", "UTC"],
  ])("reads the zone that “%s” names", (text, from, to, zone) => {
    expect([...(range(text) ?? []), parseRange(text, berlin)?.zone]).toEqual([from, to, zone]);
    expect(looksLikeTime(text) || /^yesterday/.test(text)).toBe(true);
  });

  test("an abbreviation of several zones means the reader's own if it is among them", () => {
    const inZone = (timeZone: string) => parseRange("14:10 CST", { nowMs, timeZone })?.zone;
    expect([inZone("Asia/Shanghai"), inZone("Europe/Berlin")]).toEqual(["Asia/Shanghai", "America/Chicago"]);
  });

  test.each([
    ["9h55", "2026-11-20T08:45", "2026-11-20T09:05"],
    ["9h55–10h05", "2026-11-20T08:55", "2026-11-20T09:05"],
    ["9 Uhr 55", "2026-11-20T08:45", "2026-11-20T09:05"],
    ["yesterday 9:55 Uhr", "2026-11-19T08:45", "2026-11-19T09:05"],
    ["noon yesterday", "2026-11-19T10:50", "2026-11-19T11:10"],
    ["19/Nov/2026:09:55:12 +0000", "2026-11-19T09:45", "2026-11-19T10:05"],
    ["[19/Nov/2026:09:55:12 -0500]", "2026-11-19T14:45", "2026-11-19T15:05"],
    ["19-Nov-2026 09:55", "2026-11-19T08:45", "2026-11-19T09:05"],
    ["20261119T095500Z", "2026-11-19T09:45", "2026-11-19T10:05"],
    ["20261119T0955", "2026-11-19T08:45", "2026-11-19T09:05"],
    ["20261119T095500+0100", "2026-11-19T08:45", "2026-11-19T09:05"],
    ["2026/11/19 09:55:12", "2026-11-19T08:45", "2026-11-19T09:05"],
    ["2026-11-19 09:55:12,123", "2026-11-19T08:45", "2026-11-19T09:05"],
    ["2026-11-19 09:55:12.123 UTC", "2026-11-19T09:45", "2026-11-19T10:05"],
    ["Thu, 19 Nov 2026 09:55:12 GMT", "2026-11-19T09:45", "2026-11-19T10:05"],
    ["Thu Nov 19 09:55:12 UTC 2026", "2026-11-19T09:45", "2026-11-19T10:05"],
    ["Thu Nov 19 09:55:12 2026", "2026-11-19T08:45", "2026-11-19T09:05"],
    ["1795082112", "2026-11-19T09:45", "2026-11-19T10:05"],
    ["1795082112123", "2026-11-19T09:45", "2026-11-19T10:05"],
    ["1795082112.123", "2026-11-19T09:45", "2026-11-19T10:05"],
  ])("parses “%s” as it stands in a log file", (text, from, to) => {
    expect(range(text)).toEqual([from, to]);
    if (!/^\d+(\.\d+)?$/.test(text)) expect(looksLikeTime(text)).toBe(true);
  });

  test.each(["1764064512", "1895082112", "17950821", "179508211212", "2071838750", "1410", "0955"])(
    "does not take the number “%s” for a time",
    (text) => {
      expect([looksLikeTime(text), range(text)]).toEqual([false, undefined]);
    },
  );

  test.each([
    ["last hour", "2026-11-20T13:20"],
    ["Last 15 minutes", "2026-11-20T14:05"],
    ["past 2 hrs", "2026-11-20T12:20"],
  ])("ends the range at now for “%s”", (text, from) => {
    expect(parseRange(text, berlin)).toEqual({ fromMs: Date.parse(`${from}Z`) });
  });

  test.each([
    "5/11/2026 9:00 to 10:00",
    "20/13/2026",
    "8.11",
    "25:00",
    "13:30 pm",
    "11:00 to 1:00 pm",
    "last week",
    "8:20 or so",
    "this morning",
  ])("recognizes “%s” as a time without guessing which", (text) => {
    expect([looksLikeTime(text), range(text)]).toEqual([true, undefined]);
  });

  test.each([
    "+44 20 7946 0018",
    "020 7946 0018",
    "61fd0c88-94be-4a07-8d52-c3e6b17fbe19",
    "log_2026-11-23",
    "wh-2pm-x",
    "https://crm.example:8080/x",
    "10.0.0.1:80",
    "10.20.30.40",
    "2001:db8::10:20",
    "00:1a:2b:3c:4d:5e",
    "00:11:22:33:44:55",
    "hooks.example/2026/11/20",
    "today.example.com",
    "monitor",
    "friends",
    "call.ended",
    "lambda 12",
    "log-9h55",
    "wh_20261119T095500Z",
    "img/25/Nov/2026",
    "Berlin",
    "est",
    "4711",
  ])("does not take “%s” for a time", (text) => {
    expect(looksLikeTime(text)).toBe(false);
    expect(range(text)).toBeUndefined();
  });

  test.each(["", "call.ended", "order 4711", "wh_1-2", "25:00–26:00x", "failed – delivered"])(
    "finds no range in “%s”",
    (text) => {
      expect(range(text)).toBeUndefined();
    },
  );

  test("parses a moment in the form in which it is shown", () => {
    expect(pointText(nowMs, "Europe/Berlin")).toBe("Fri 20 Nov 2026, 15:20");
    expect(parsePoint("Fri 20 Nov 2026, 15:20", berlin)).toBe(Date.parse("2026-11-20T14:20:00Z"));
  });
});
