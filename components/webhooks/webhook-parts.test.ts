import { expect, test } from "vitest";
import { deliveredShare, failingWords, targetOf } from "@/lib/client/webhook-log";
import { eventRows, spreadWords } from "./webhook-events";
import { attemptsRows, firstTryShare } from "./webhook-figures";

const timeAt = (minute: number) => new Date(Date.parse("2026-11-20T06:00:00Z") + minute * 60_000).toISOString();

test("attemptsRows uses a log scale and counts matches of the other filters", () => {
  const rows = attemptsRows([
    { attempts: null, count: 1, matched: 0 },
    { attempts: 4, count: 1, matched: 0 },
    { attempts: 1, count: 99, matched: 3 },
  ]);
  expect(rows.map(({ label, count, matched }) => [label, count, matched])).toEqual([
    ["1", 99, 3],
    ["4", 1, 0],
    ["—", 1, 0],
  ]);
  expect(rows[0]?.width).toBe(100);
  expect(rows[1]?.width).toBeCloseTo((100 * Math.log(2)) / Math.log(100));
});

test("attemptsRows merges the highest numbers when there are more than eight", () => {
  const counted = Array.from({ length: 12 }, (_, index) => ({ attempts: index + 1, count: 1, matched: 1 }));
  expect(attemptsRows(counted).at(-1)).toMatchObject({ value: "8..", label: "8+", count: 5, matched: 5 });
});

test("deliveredShare is below 100% when one failed, and unknown when not all was watched", () => {
  const shareText = (total: number, not_delivered: number, retrying = 0) =>
    deliveredShare({ total, not_delivered, retrying }, "all");
  expect([shareText(4724, 31), shareText(4000, 1), shareText(3, 3), shareText(5, 0)]).toEqual([
    "99.3%",
    "99.9%",
    "0.0%",
    "100%",
  ]);
});

test("targetOf splits host and path and keeps an invalid URL as sent", () => {
  expect(targetOf({ url: "https://me:secret@crm.example.net:8443/hooks?token=1" })).toMatchObject({
    host: "crm.example.net:8443",
    path: "/hooks",
  });
  expect(targetOf({ url: "https://crm.example.net" })?.path).toBe("");
  expect(targetOf({ url: "https://\u202eten.elpmaxe" })?.host).toBe("https://[U+202E]ten.elpmaxe");
  expect(targetOf({ url: "somewhere" })?.host).toBe("somewhere");
  expect(targetOf({ url: null })).toBeUndefined();
});

test("eventRows marks silent and unexpected events", () => {
  const events = [
    { event: "call.started", total: 9, not_delivered: 1, last_at: timeAt(1) },
    { event: "other", total: 2, not_delivered: 0, last_at: timeAt(2) },
    { event: "call.ended", total: 0, not_delivered: 0, last_at: timeAt(0) },
    { event: "gone", total: 0, not_delivered: 0, last_at: timeAt(0) },
  ];
  const rows = eventRows(events, ["call.started", "call.ended", "end-of-call-report"]);
  expect(rows.map(({ event, note }) => [event, note])).toEqual([
    ["call.started", undefined],
    ["other", "unexpected"],
    ["call.ended", "silent"],
    ["end-of-call-report", "silent"],
  ]);
});

test("spreadWords adds the percentile when there are several observations", () => {
  const spread = { median_seconds: 60, p95_seconds: 61 };
  expect(spreadWords({ ...spread, count: 24 })).toBe("about 1 min (95% within 1 min 1 s, seen 24 times)");
  expect(spreadWords({ ...spread, count: 1 })).toBe("about 1 min (seen once)");
});

test("firstTryShare is the share that needed one attempt", () => {
  const step = { at: timeAt(0), first_attempt: 89, after_retries: 2, retrying: 0, not_delivered: 9, matched: 100 };
  const chart = { from: timeAt(0), to: timeAt(1), step_seconds: 60, steps: [step] };
  expect(firstTryShare({ total: 100, retrying: 0, chart, watched: "all" })).toBe("89.0%");
  expect(firstTryShare({ total: 100, retrying: 0, chart, watched: "part" })).toBe("–");
});

test("failingWords gives the start when at least two deliveries failed", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const words = (failing_since: string | null, failing: number) => failingWords({ failing_since, failing }, "utc", now);
  expect(words("2026-11-20T06:30:00Z", 2)).toBe("failing since 06:30, 2×");
  expect(words("2026-11-17T06:30:00Z", 21)).toBe("failing since Tue 06:30, 21×");
  expect([words("2026-11-20T06:30:00Z", 1), words(null, 0)]).toEqual([undefined, undefined]);
});
