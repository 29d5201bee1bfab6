import { expect, test } from "vitest";
import { indexLog } from "@/lib/client/webhook-log";
import { chartBuckets, chartWindow, stepMessage } from "./chart-window";
import { filterFrom } from "./log-filter";

const readMs = Date.parse("2026-11-20T08:10:00Z");
const entries = indexLog(
  ["2026-11-20T08:01:00Z", "2026-11-20T06:40:00Z", "2026-10-20T06:40:00Z", null].map((delivered_at, at) => ({
    id: String(at),
    status: at === 1 ? "failed" : "delivered",
    attempts: 1,
    delivered_at,
  })),
);
const filter = (address: string) => filterFrom((name) => new URLSearchParams(address).get(name));
const window = (address: string) => chartWindow(entries, filter(address), readMs);

test("a day is drawn per half hour, on the clock", () => {
  const { buckets, untimed, outside } = chartBuckets(entries, window(""));
  expect(stepMessage(window("").stepMs)).toBe("Per half hour");
  expect(buckets).toHaveLength(49);
  expect(new Date(buckets[0]?.fromMs ?? 0).toISOString()).toBe("2026-11-19T08:00:00.000Z");
  expect(buckets.at(-1)).toMatchObject({ delivered: 1 });
  expect(buckets.at(-4)).toMatchObject({ notDelivered: 1 });
  expect([untimed, outside]).toEqual([1, 1]);
});

test("the whole log is drawn in at most 61 steps, however long it is", () => {
  expect(stepMessage(window("time=all").stepMs)).toBe("Per day");
  const old = indexLog([{ id: "x", delivered_at: "1970-01-01T00:00:00Z" }]);
  expect(chartBuckets(old, chartWindow(old, filter("time=all"), readMs)).buckets.length).toBeLessThan(62);
});

test("choosing a bar keeps the bars; a span outside of them brings its own", () => {
  expect(window("between=2026-11-20T06:30:00Z..2026-11-20T07:00:00Z")).toEqual(window(""));
  const moved = window("between=2026-11-11T06:30:00Z..2026-11-11T07:00:00Z");
  const { buckets } = chartBuckets(entries, moved);
  expect(buckets.some(({ fromMs }) => fromMs === Date.parse("2026-11-11T06:30:00Z"))).toBe(true);
  expect(buckets).toHaveLength(49);
});
