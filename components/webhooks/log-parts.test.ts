import { expect, test } from "vitest";
import { bandScale } from "@/components/ui/charts/band-scale";
import { noneWords } from "@/lib/client/webhook-log";
import type { WebhookHealth } from "@/lib/contract/console/webhook-log/summary";
import { clocksText, rangeText } from "@/lib/format/span-text";
import { health, timeAt } from "@/lib/testing/components/deliveries";
import { firstSeenText } from "./log-cells";
import { healthWords } from "./webhook-options";

test("firstSeenText gives the two reads around the first sight, or only the first read", () => {
  expect(firstSeenText({ first_seen_at: timeAt(36), not_seen_at: timeAt(35) }, "utc")).toBe("06:35:00–06:36:00");
  expect(firstSeenText({ first_seen_at: timeAt(36), not_seen_at: null }, "utc")).toBe("by 06:36:00");
});

test("rangeText uses the given zone and omits a repeated day", () => {
  const nowMs = Date.parse("2026-11-20T14:20:00Z");
  const span = { fromMs: Date.parse("2026-11-19T13:00:00Z"), toMs: Date.parse("2026-11-19T13:20:00Z") };
  expect(rangeText(span, nowMs, "Europe/Berlin")).toBe("Thu 14:00 – 14:20");
  expect(rangeText({ ...span, toMs: nowMs }, nowMs, "UTC")).toBe("Thu 13:00 – Fri 14:20");
  const short = { fromMs: span.fromMs + 5_000, toMs: span.fromMs + 41_000 };
  expect(rangeText(short, nowMs, "UTC")).toBe("Thu 13:00:05 – 13:00:41");
  expect(rangeText({ fromMs: span.fromMs - 20 * 86_400_000 }, nowMs, "UTC")).toBe("since 30 Oct 13:00");
});

const counts = (arrived: number, rest = {}) => ({ arrived, late: 0, retrying: 0, missed: 0, ...rest });

test("bandScale keeps every part of a bar visible", () => {
  expect(bandScale([counts(0)]).heights(counts(0))).toEqual({ arrived: 0, cap: 0, open: 0, down: 0 });
  const { heights, isRoot } = bandScale([
    counts(300, { late: 1, missed: 1 }),
    counts(200),
    counts(0, { missed: 5000 }),
  ]);
  expect(isRoot).toBe(false);
  expect(heights(counts(300, { late: 1, missed: 1 }))).toEqual({ arrived: 24, cap: 1.5, open: 0, down: 2 });
  expect(heights(counts(1))).toMatchObject({ arrived: 1.5 });
});

test("bandScale draws square roots when one step would flatten the others", () => {
  const { heights, isRoot } = bandScale([counts(10), counts(10), counts(1000)]);
  expect(isRoot).toBe(true);
  expect(heights(counts(1000)).arrived).toBe(24);
  expect(heights(counts(10)).arrived).toBeCloseTo(2.4);
});

test("healthWords tells failures, and says all arrived only of a time that was watched", () => {
  const words = (rest: Partial<WebhookHealth>, more = {}) =>
    healthWords(health("w1", rest), {
      zone: "utc",
      nowMs: Date.parse(timeAt(60)),
      isPast: false,
      watched: "all",
      ...more,
    });
  expect(words({ failing_since: timeAt(31), failing: 29, not_delivered: 29 })).toEqual({
    ...{ tone: "fault", text: "failing since 06:31, 29×" },
  });
  expect(words({ retrying: 2 })).toEqual({ tone: "live", text: "2 not arrived yet" });
  expect(words({ status: "paused", last_at: timeAt(20) }).text).toBe("paused, 1 event, last one 06:20");
  expect(words({}, { isPast: true })).toEqual({ tone: "ok", text: "1 event, all arrived" });
  for (const watched of ["part", "none"])
    expect(words({}, { isPast: true, watched })).toEqual({ tone: "idle", text: "1 event, no known failures" });
});

test("clocksText gives the chosen zone and UTC, or UTC and the browser's zone, when they differ", () => {
  const at = Date.parse("2026-11-20T14:20:00Z");
  const span = { fromMs: at - 3_600_000, toMs: at };
  const clocks = (timeZone: string, ownZone: string) => clocksText(span, at, timeZone, ownZone);
  expect(clocks("Europe/Berlin", "Asia/Kolkata")).toBe("Fri 14:20 – 15:20 Europe/Berlin, Fri 13:20 – 14:20 UTC");
  expect(clocks("UTC", "Asia/Kolkata")).toBe("Fri 13:20 – 14:20 UTC, Fri 18:50 – 19:50 Asia/Kolkata");
  expect([clocks("UTC", "UTC"), clocks("Europe/London", "UTC")]).toEqual([undefined, undefined]);
});

test("noneWords tells a time without deliveries from one that was not watched", () => {
  expect((["all", "part", "none"] as const).map((watched) => noneWords(watched))).toEqual([
    "No deliveries in this time",
    "No known deliveries in this time",
    "Not watched in this time",
  ]);
});
