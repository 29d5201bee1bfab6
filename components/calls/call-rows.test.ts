import { expect, test } from "vitest";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { callRows } from "./calls-table";
import { inOrder } from "./use-shown-calls";

const call = (call_id: string, at: string, is_over = true) =>
  ({ call_id, at: `2026-11-${at}:00.000Z`, is_over, answered_at: null, limit_at: null }) as FoundCall;

const nowMs = Date.parse("2026-11-20T14:00:00Z");
const calls = [
  call("live", "20T13:00", false),
  call("today", "20T12:00"),
  call("earlier", "20T10:00"),
  call("before", "19T10:00"),
];

const headings = (ends: { hasBefore: boolean; hasAfter: boolean }) => headingsOf(inOrder(calls, nowMs), ends);
const headingsOf = (shown: Parameters<typeof callRows>[0], ends: { hasBefore: boolean; hasAfter: boolean }) =>
  callRows(shown, { zone: "utc", nowMs, ends }).flatMap((row) => ("group" in row ? [[row.group, row.note]] : []));

test("counts the calls of a day only when the page has all of them", () => {
  const days = (notes: (string | undefined)[]) => [
    ["In progress", "1"],
    ["Today, Fri 20 Nov 2026", notes[0]],
    ["Thu 19 Nov 2026", notes[1]],
  ];
  expect(headings({ hasBefore: false, hasAfter: false })).toEqual(days(["2 ended", "1 ended"]));
  expect(headings({ hasBefore: false, hasAfter: true })).toEqual(days(["2 ended", undefined]));
  expect(headings({ hasBefore: true, hasAfter: true })).toEqual(days([undefined, undefined]));
});

test("keeps a call where it was shown when it ends, and counts it no more", () => {
  const shown = inOrder([call("other", "20T13:30", false), ...calls], nowMs);
  const ended = shown.map((each) => (each.call_id === "live" ? { ...each, is_over: true } : each));
  const rows = callRows(ended, { zone: "utc", nowMs, ends: { hasBefore: true, hasAfter: true } });
  expect(rows.slice(0, 3).map(({ key }) => key)).toEqual(["group In progress", "live", "other"]);
  expect(rows[0]).toMatchObject({ note: "1" });
});
