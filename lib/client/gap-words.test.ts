import { expect, test } from "vitest";
import type { Gap } from "@/lib/contract/console/webhook-log/summary";
import { gapLines, gapsInTicket, gapsText } from "./gap-words";

const at = (minute: number) => new Date(Date.parse("2026-11-20T06:00:00Z") + minute * 60_000).toISOString();
const gap = (from: number, to: number, rest: Partial<Gap> = {}): Gap => ({
  ...{ from: at(from), to: at(to), reason: "late", not_delivered: 0 },
  ...rest,
});
const momentOf = (iso: string) => iso.slice(11, 16);
const gaps = [gap(10, 13, { reason: "stopped" }), gap(20, 26, { reason: "no_answer", not_delivered: 2 })];

test("adds up all gaps in one sentence", () => {
  expect(gapsText(gaps)).toBe("Not watched for 9 min");
  expect(gapsText([gap(1, 1.5)])).toBe("Not watched for 30 s");
  expect(gapsText([])).toBeUndefined();
});

test("lists the latest gap first, with its reason and what failed in it", () => {
  expect(gapLines(gaps, momentOf)).toMatchObject([
    { time: "06:20–06:26", reason: "the log did not answer", failed: "2 deliveries failed in this time" },
    { time: "06:10–06:13", reason: "Switchboard was stopped", failed: undefined },
  ]);
});

test("names no reason that is not known", () => {
  expect(gapLines([gap(1, 2, { reason: "unknown" })], momentOf)[0]?.reason).toBeUndefined();
  expect(gapsInTicket([gap(1, 2, { reason: "unknown" })], momentOf)).toBe("for 1 min: 06:01–06:02");
});

test("says how long a gap within one minute was instead of the same time twice", () => {
  expect(gapLines([gap(16.1, 16.7)], momentOf)[0]?.time).toBe("06:16, for 36 s");
});

test("names the day of a gap once", () => {
  const withDay = (iso: string) => `${iso > at(25) ? "Fri" : "Thu"} ${momentOf(iso)}`;
  expect(gapLines([gap(10, 13), gap(20, 30)], withDay).map(({ time }) => time)).toEqual([
    "Thu 06:20–Fri 06:30",
    "Thu 06:10–06:13",
  ]);
});

test("names the latest three gaps in a ticket", () => {
  expect(gapsInTicket(gaps, momentOf)).toBe(
    "for 9 min: 06:20–06:26 (the log did not answer, 2 deliveries failed in this time), 06:10–06:13 (Switchboard was stopped)",
  );
  const many = [1, 3, 5, 7, 9].map((minute) => gap(minute, minute + 1));
  expect(gapsInTicket(many, momentOf)).toMatch(/^for 5 min: 06:09–06:10 .*06:05–06:06 .*, 2 earlier$/);
});
