import { expect, test } from "vitest";
import { deliveredShare, failingWords, shareOf, targetOf } from "@/lib/client/webhook-log";
import { eventRows } from "./webhook-events";

const timeAt = (minute: number) => new Date(Date.parse("2026-11-20T06:00:00Z") + minute * 60_000).toISOString();

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

test("shareOf gives the share since the first read when the time began before it", () => {
  const whole = { total: 900, not_delivered: 7, retrying: 0 };
  const counts = { total: 430, not_delivered: 7, retrying: 34 };
  const since_first_read = {
    since: timeAt(0),
    ...counts,
    webhooks: { w1: { total: 4, not_delivered: 1, retrying: 0 } },
  };
  const first = { watched: "part", since_first_read } as const;
  expect(shareOf(whole, first)).toEqual({ share: "98.2%", total: 396, since: timeAt(0) });
  expect([shareOf(whole, first, "w1").share, shareOf(whole, first, "w2").share]).toEqual(["75.0%", "–"]);
  expect(shareOf(whole, { watched: "part", since_first_read: null }).share).toBe("–");
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

test("failingWords gives the start when at least two deliveries failed", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const words = (failing_since: string | null, failing: number) => failingWords({ failing_since, failing }, "utc", now);
  expect(words("2026-11-20T06:30:00Z", 2)).toBe("failing since 06:30, 2×");
  expect(words("2026-11-17T06:30:00Z", 21)).toBe("failing since Tue 06:30, 21×");
  expect([words("2026-11-20T06:30:00Z", 1), words(null, 0)]).toEqual([undefined, undefined]);
});
