import { expect, test } from "vitest";
import { hasToken } from "@/components/list/list-spec";
import { parseTokens } from "@/components/list/parse-tokens";
import { viewSearch } from "@/components/query/saved-views";
import { wordsIn, wordsText } from "@/lib/contract/console/webhook-log/words";
import { spanText } from "@/lib/format/span-text";
import { attemptsFrom, attemptsMessage } from "./attempts-range";
import { filterFrom, inputsOf, logList, toggledWord, wordMessage } from "./log-list";
import { isOver } from "./log-time";

const getFrom = (address: string) => (name: string) => new URLSearchParams(address).get(name) ?? undefined;
const read = (address: string) => filterFrom(getFrom(address));
const nowMs = Date.parse("2026-11-20T14:20:31Z");
const inputFor = (address: string) => inputsOf(getFrom(address), nowMs).filter;

test("a URL without filters means the last 24 hours, with a start that is stable for minutes", () => {
  expect(inputFor("")).toEqual({ from: "2026-11-19T14:20:00Z" });
  expect(inputsOf(getFrom(""), nowMs + 200_000).filter).toEqual(inputFor(""));
});

test("each filter is read from one URL parameter", () => {
  expect(inputFor("attempts=2..&time=all&status=!delivered&event=call.ended&text= wh_1 &webhook=w&view=late")).toEqual({
    attempts: "2..",
    status: "!delivered",
    event: "call.ended",
    text: "wh_1",
    webhook: "w",
    view: "late",
  });
  expect(inputFor("time=7d")).toEqual({ from: "2026-11-13T14:00:00Z" });
  expect(inputFor("time=all&attempts=many&view=other")).toEqual({});
});

test("filterFrom ignores text that looks like a time", () => {
  for (const text of ["08:20", "last hour", "11/5/2026 9:00"]) expect(read(`text=${text}`).text).toBeUndefined();
  expect(read("text=call.ended").text).toBe("call.ended");
});

test("toggledWord adds, removes and excludes a word", () => {
  expect(toggledWord(undefined, "failed", false)).toBe("failed");
  expect(toggledWord("failed", "retrying", false)).toBe("failed,retrying");
  expect(toggledWord("failed,retrying", "failed", false)).toBe("retrying");
  expect(toggledWord("failed", "failed", false)).toBeUndefined();
  expect(toggledWord("failed,retrying", "expired", true)).toBe("!expired");
  expect(toggledWord("!expired", "a,b", true)).toBe("!expired,a\\,b");
  expect([wordMessage("failed,retrying"), wordMessage("!failed")]).toEqual(["failed or retrying", "not failed"]);
});

test.each([[["failed"]], [["a,b", "c\\", "!d"]], [["!d", "a"]], [["\\,"]]])(
  "%j survives the round trip through the URL",
  (words) => {
    for (const isExcluded of [false, true])
      expect(wordsIn(wordsText({ words, isExcluded }))).toEqual({ words, isExcluded });
  },
);

test("attemptsFrom reads exact numbers, minimums and ranges", () => {
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

test("a valid span in the URL replaces the preset, an invalid one is ignored", () => {
  const span = { fromMs: Date.parse("2026-11-20T06:30:00Z"), toMs: Date.parse("2026-11-20T07:00:00Z") };
  expect(spanText(span)).toBe("2026-11-20T06:30:00Z..2026-11-20T07:00:00Z");
  expect(read(`time=1h&between=${spanText(span)}`)).toMatchObject({ between: span, preset: undefined });
  expect(inputFor("between=2026-11-20T06:30:00Z..")).toEqual({ from: "2026-11-20T06:30:00Z" });
  for (const text of ["2026-11-20T06:30:00Z", "b..a", "..", "2026-11-20T07:00:00Z..2026-11-20T06:30:00Z"])
    expect(read(`between=${text}`).between).toBeUndefined();
});

test("isOver is true only when the range has an end in the past", () => {
  const over = (address: string) => isOver(read(address), nowMs);
  expect(over("between=2026-11-19T14:00:00Z..2026-11-19T14:20:00Z")).toBe(true);
  for (const address of ["", "time=1h", "between=2026-11-19T14:00:00Z..", "between=..2026-11-20T15:00:00Z"])
    expect(over(address)).toBe(false);
});

test("hasToken finds a token that is still being typed", () => {
  const found = (texts: readonly string[]) => texts.map((text) => hasToken(logList, text));
  expect(found(["log_9 attempts:", '-status:"no su', "status:failed", "here:no"])).toEqual([true, true, true, true]);
  expect(found(["log_9 ", "https://crm.example:8080", "14:00"])).toEqual([false, false, false]);
});

test("parseTokens turns tokens into filters and keeps the rest as text", () => {
  expect(parseTokens(logList, "status:failed event:call.ended attempts:>2 webhook:wh_1 log_9")).toEqual({
    values: { status: "failed", event: "call.ended", attempts: "3..", webhook: "wh_1" },
    rest: "log_9",
  });
  expect(parseTokens(logList, '-status:delivered status:"no such" attempts:2-4').values).toEqual({
    status: "no such",
    attempts: "2..4",
  });
  expect(parseTokens(logList, 'status:failed,retrying event:a event:"b,c" -webhook:w1 -webhook:w2').values).toEqual({
    status: "failed,retrying",
    event: "a,b\\,c",
    webhook: "!w1,w2",
  });
  expect(parseTokens(logList, "here:not-in-the-log").values).toEqual({ here: "not_in_log" });
  expect(parseTokens(logList, "view:not-delivered view:yours log_9")).toMatchObject({
    values: { view: "not_delivered" },
    rest: "view:yours log_9",
  });
  expect(parseTokens(logList, "attempts:lots https://crm.example:8080/x")).toEqual({
    values: {},
    rest: "attempts:lots https://crm.example:8080/x",
  });
});

test("viewSearch keeps the filters but neither the open entry nor the zone", () => {
  expect(viewSearch("/webhooks?time=7d&status=failed&entry=x&zone=utc&live=off")).toBe("status=failed&time=7d");
});
