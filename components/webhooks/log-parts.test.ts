import { expect, test } from "vitest";
import { heights } from "@/components/ui/charts/step-chart";
import { health, timeAt } from "@/lib/testing/components/deliveries";
import { firstSeenText } from "./log-cells";
import { clocksText, rangeText } from "./log-filter";
import { stepMessage } from "./webhook-log";
import { foldedWebhooks } from "./webhook-rows";

test("foldedWebhooks keeps the first, the chosen and the failing ones", () => {
  const all = Array.from({ length: 40 }, (_, nth) => health(`w${nth}`, { failing: nth === 12 ? 3 : 0 }));
  const ids = (text: string, isWhole = false) =>
    foldedWebhooks(all, { text, isWhole, chosen: ["w39"] }).map(({ webhook_id }) => webhook_id);
  expect(ids("")).toEqual([...Array.from({ length: 8 }, (_, nth) => `w${nth}`), "w12", "w39"]);
  expect(ids("w12.example")).toEqual(["w12"]);
  expect(ids("", true)).toHaveLength(40);
});

test("firstSeenText gives the two reads around the first sight, or only the first read", () => {
  expect(firstSeenText({ first_seen_at: timeAt(36), not_seen_at: timeAt(35) }, "utc")).toBe("06:35:00–06:36:00");
  expect(firstSeenText({ first_seen_at: timeAt(36), not_seen_at: null }, "utc")).toBe("by 06:36:00");
});

test("rangeText uses the given zone and omits a repeated day", () => {
  const nowMs = Date.parse("2026-11-20T14:20:00Z");
  const span = { fromMs: Date.parse("2026-11-19T13:00:00Z"), toMs: Date.parse("2026-11-19T13:20:00Z") };
  expect(rangeText(span, nowMs, "Europe/Berlin")).toBe("Thu 14:00 – 14:20");
  expect(rangeText({ ...span, toMs: nowMs }, nowMs, "UTC")).toBe("Thu 13:00 – Fri 14:20");
  expect(rangeText({ fromMs: span.fromMs - 20 * 86_400_000 }, nowMs, "UTC")).toBe("since 30 Oct 13:00");
});

test("stepMessage names the step of the chart", () => {
  expect([60, 120, 1800, 3600, 14_400, 86_400].map(stepMessage)).toEqual([
    "Per minute",
    "Per 2 minutes",
    "Per half hour",
    "Per hour",
    "Per 4 hours",
    "Per day",
  ]);
});

test("heights keeps every non-zero part of a bar visible", () => {
  expect(heights({ first: 0, again: 0, retrying: 0, missed: 0 }, 300, 5)).toEqual({
    total: 0,
    cap: 0,
    open: 0,
    down: 0,
  });
  const { total, cap, down } = heights({ first: 300, again: 1, retrying: 0, missed: 1 }, 301, 5000);
  expect([total, cap, down]).toEqual([86, 1, 2]);
  expect(heights({ first: 0, again: 2, retrying: 0, missed: 0 }, 2, 0)).toMatchObject({ total: 86, cap: 86 });
});

test("clocksText gives the chosen zone and UTC, or UTC and the browser's zone, when they differ", () => {
  const at = Date.parse("2026-11-20T14:20:00Z");
  const span = { fromMs: at - 3_600_000, toMs: at };
  const clocks = (timeZone: string, ownZone: string) => clocksText(span, at, timeZone, ownZone);
  expect(clocks("Europe/Berlin", "Asia/Kolkata")).toBe("Fri 14:20 – 15:20 Europe/Berlin, Fri 13:20 – 14:20 UTC");
  expect(clocks("UTC", "Asia/Kolkata")).toBe("Fri 13:20 – 14:20 UTC, Fri 18:50 – 19:50 Asia/Kolkata");
  expect([clocks("UTC", "UTC"), clocks("Europe/London", "UTC")]).toEqual([undefined, undefined]);
});
