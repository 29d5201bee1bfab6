import { describe, expect, test } from "vitest";
import { wordsIn, wordsText } from "@/lib/contract/console/deliveries";
import {
  attemptsFrom,
  attemptsMessage,
  filterFrom,
  inputOf,
  presetWith,
  rowsInput,
  spanText,
  toggledWord,
  without,
  wordMessage,
} from "./log-filter";
import { readRange } from "./range-form";
import { parsePoint, parseRange, parseTokens, pointText, splitUnfinished } from "./time-range";

const read = (address: string) => filterFrom((name) => new URLSearchParams(address).get(name));
const nowMs = Date.parse("2026-11-20T14:20:31Z");
const asked = (address: string) => inputOf(read(address), nowMs);

test("an address without filters asks for the last 24 hours of everything, the same for some minutes", () => {
  expect(asked("")).toEqual({ from: "2026-11-19T14:20:00Z" });
  expect(inputOf(read(""), nowMs + 200_000)).toEqual(asked(""));
});

test("every filter is one readable parameter", () => {
  expect(asked("attempts=2..&time=all&status=!delivered&event=call.ended&text= wh_1 &webhook=w&view=retried")).toEqual({
    attempts: "2..",
    status: "!delivered",
    event: "call.ended",
    text: "wh_1",
    webhook: "w",
    view: "retried",
  });
  expect(asked("time=7d")).toEqual({ from: "2026-11-13T14:00:00Z" });
  expect(asked("time=all&attempts=many&view=other")).toEqual({});
});

test("a word is added to those of its kind, taken away, or left out", () => {
  expect(toggledWord(undefined, "failed", false)).toBe("failed");
  expect(toggledWord("failed", "retrying", false)).toBe("failed,retrying");
  expect(toggledWord("failed,retrying", "failed", false)).toBe("retrying");
  expect(toggledWord("failed", "failed", false)).toBeUndefined();
  expect(toggledWord("failed,retrying", "expired", true)).toBe("!expired");
  expect(toggledWord("!expired", "a,b", true)).toBe("!expired,a\\,b");
  expect([wordMessage("failed,retrying"), wordMessage("!failed")]).toEqual(["failed or retrying", "not failed"]);
});

test.each([[["failed"]], [["a,b", "c\\", "!d"]], [["!d", "a"]], [["\\,"]]])("%j survives its address", (words) => {
  for (const isExcluded of [false, true])
    expect(wordsIn(wordsText({ words, isExcluded }))).toEqual({ words, isExcluded });
});

test("few of what was not delivered are asked for, unless nothing else is looked for", () => {
  expect(rowsInput({}, "no", false).limit).toBe(7);
  expect(rowsInput({}, "no", true).limit).toBe(50);
});

test("attempts are exact, at least, or a range", () => {
  expect(attemptsFrom("6")).toEqual({ least: 6, most: 6 });
  expect(attemptsFrom("2..4")).toEqual({ least: 2, most: 4 });
  expect(["4..2", "x", "-1", "", "2.."].map((text) => attemptsFrom(text)?.most)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    Number.POSITIVE_INFINITY,
  ]);
  expect(["1", "4..", "2..3", "(none)"].map(attemptsMessage)).toEqual(["1", "4 or more", "2 to 3", "no number"]);
});

test("a span survives its address, with one end open too, and stands in for the preset; a broken one narrows nothing", () => {
  const span = { fromMs: Date.parse("2026-11-20T06:30:00Z"), toMs: Date.parse("2026-11-20T07:00:00Z") };
  expect(spanText(span)).toBe("2026-11-20T06:30:00Z..2026-11-20T07:00:00Z");
  expect(read(`time=1h&between=${spanText(span)}`)).toMatchObject({ between: span, preset: undefined });
  expect(asked("between=2026-11-20T06:30:00Z..")).toEqual({ from: "2026-11-20T06:30:00Z" });
  for (const text of ["2026-11-20T06:30:00Z", "b..a", "..", "2026-11-20T07:00:00Z..2026-11-20T06:30:00Z"])
    expect(read(`between=${text}`).between).toBeUndefined();
});

test("the shortest time that holds a moment is offered", () => {
  expect(presetWith("2026-11-20T14:17:00Z", nowMs)?.value).toBe("15m");
  expect(presetWith("2026-11-20T04:17:00Z", nowMs)?.value).toBe("24h");
  expect(presetWith("2026-09-20T04:17:00Z", nowMs)).toBeUndefined();
});

test("taking the time out leaves all time", () => {
  expect(without("time")).toEqual({ time: "all", between: undefined, tz: undefined });
  expect(without("status")).toEqual({ status: undefined });
});

describe("a time as people write it", () => {
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
  ])("%s", (text, from, to) => {
    expect(range(text)).toEqual([from, to]);
  });

  test.each(["", "call.ended", "14:00", "order 4711", "wh_1-2", "25:00–26:00x", "failed – delivered"])(
    "“%s” is none",
    (text) => {
      expect(range(text)).toBeUndefined();
    },
  );

  test("a moment can be typed as it is shown", () => {
    expect(pointText(nowMs, "Europe/Berlin")).toBe("Fri 20 Nov 2026, 15:20");
    expect(parsePoint("Fri 20 Nov 2026, 15:20", berlin)).toBe(Date.parse("2026-11-20T14:20:00Z"));
  });

  test("both ends are typed, or a whole range in the first field", () => {
    expect(readRange({ from: "yesterday 14:00–14:20", to: "" }, berlin).span).toEqual(
      parseRange("yesterday 14:00–14:20", berlin),
    );
    expect(readRange({ from: "yesterday 14:00", to: "" }, berlin).span?.toMs).toBeUndefined();
    expect(readRange({ from: "soon", to: "now" }, berlin)).toMatchObject({ span: undefined, badFrom: true });
    expect(readRange({ from: "15:00", to: "14:00" }, berlin)).toMatchObject({ span: undefined, isBackward: true });
  });
});

test("a token that is still being typed is neither a filter nor text", () => {
  expect(splitUnfinished("log_9 attempts:>2")).toEqual({ whole: "log_9 ", word: "", token: "attempts:>2" });
  expect(splitUnfinished('-status:"no su')).toEqual({ whole: "", word: "", token: '-status:"no su' });
  expect(splitUnfinished("status:failed log_")).toEqual({ whole: "status:failed ", word: "log_", token: "" });
  expect(splitUnfinished("log_9 ")).toEqual({ whole: "log_9 ", word: "", token: "" });
});

test("tokens in the text become filters, and the rest stays text", () => {
  const tokens = (text: string) => parseTokens(text, { nowMs, timeZone: "UTC" });
  expect(tokens("status:failed event:call.ended attempts:>2 webhook:wh_1 log_9")).toEqual({
    found: { status: "failed", event: "call.ended", attempts: "3..", webhook: "wh_1" },
    span: {},
    rest: "log_9",
  });
  expect(tokens("after:2026-11-01T08:00Z before:yesterday")).toMatchObject({
    span: { fromMs: Date.parse("2026-11-01T08:00Z"), toMs: Date.parse("2026-11-19T00:00Z") },
    rest: "",
  });
  expect(tokens('-status:delivered status:"no such" attempts:2-4').found).toEqual({
    status: "no such",
    attempts: "2..4",
  });
  expect(tokens('status:failed,retrying event:a event:"b,c" -webhook:w1 -webhook:w2').found).toEqual({
    status: "failed,retrying",
    event: "a,b\\,c",
    webhook: "!w1,w2",
  });
  expect(tokens("view:no-time view:yours log_9")).toMatchObject({
    found: { view: "no_time" },
    rest: "view:yours log_9",
  });
  expect(tokens("attempts:lots after:never https://crm.example:8080/x")).toEqual({
    found: {},
    span: {},
    rest: "attempts:lots after:never https://crm.example:8080/x",
  });
});
