import { expect, test } from "vitest";
import { indexLog } from "@/lib/client/webhook-log";
import { attemptsRows } from "./attempts-rows";
import { chartBuckets, chartWindow } from "./chart-window";
import { filterFrom } from "./log-filter";
import { matchLog } from "./match-log";
import { scopeMessage, statusCounts, statusWords } from "./status-counts";

const readMs = Date.parse("2026-11-20T08:10:00Z");
const ago = (hours: number) => new Date(readMs - hours * 3_600_000).toISOString();
const many = (count: number, status: string, delivered_at: string | null) =>
  Array.from({ length: count }, (_, at) => ({
    id: `${status} ${delivered_at} ${at}`,
    status,
    attempts: 1,
    delivered_at,
  }));

const entries = indexLog([
  ...many(6, "delivered", ago(1)),
  ...many(9, "delivered", ago(40)),
  // Of the first half hour that is drawn, and older than a day.
  ...many(1, "delivered", ago(24.1)),
  ...many(3, "failed", null),
  ...many(1, "failed", ago(2)),
  ...many(2, "retrying", null),
]);

function desk(address: string) {
  const filter = filterFrom((name) => new URLSearchParams(address).get(name));
  const matches = matchLog(entries, { filter, readMs, haystacks: undefined });
  return { filter, matches, counts: statusCounts(entries, matches) };
}
const lines = (address: string) =>
  desk(address).counts.map((each) => `${each.word} ${each.listed} ${statusWords(each)}`);

test("each status counts what it would list, and says which of it has no time", () => {
  expect(lines("")).toEqual([
    "delivered 6 of 16",
    "failed 4 of 4, 3 with no time",
    "retrying 2 of 2, all with no time",
  ]);
  expect(lines("time=15m")).toEqual([
    "delivered 0 of 16",
    "failed 3 of 4, all with no time",
    "retrying 2 of 2, all with no time",
  ]);
});

test("statuses, rows, attempts and chart come to the same sum", () => {
  for (const address of ["", "time=1h", "time=all", "time=none", `between=${ago(3)}..${ago(0)}`]) {
    const { filter, matches, counts } = desk(address);
    const sum = counts.reduce((total, { listed }) => total + listed, 0);
    const attempts = attemptsRows(matches.listed, matches.rows);
    expect(sum).toBe(matches.rows.length);
    expect(attempts.reduce((total, { count }) => total + count, 0)).toBe(sum);
    if (filter.between || filter.isUntimed) continue;
    const { buckets, untimed } = chartBuckets(entries, chartWindow(entries, filter, readMs));
    const drawn = buckets.reduce((total, { delivered, notDelivered }) => total + delivered + notDelivered, 0);
    expect(drawn + untimed).toBe(sum);
  }
});

test("the line says what it counts, in parts that add up", () => {
  const says = (address: string) => scopeMessage(desk(address).matches, desk(address).filter, entries.length);
  expect(says("")).toBe("7 in this time and 5 with no time, of all that was read");
  expect(says(`between=${ago(3)}..${ago(0)}`)).toBe("In this time, of all that was read");
  expect(says("time=none")).toBe("With no time sent, of all that was read");
  expect(says("time=all")).toBe("In all that was read");
});
