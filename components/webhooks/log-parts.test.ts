import { expect, test } from "vitest";
import { heights } from "@/components/ui/charts/step-chart";
import { unwatchedText } from "@/lib/client/webhook-log";
import type { Delivery, DeliverySeen, DeliverySummary, WebhookHealth } from "@/lib/contract/console/deliveries";
import { localZoneName } from "@/lib/format/format-time";
import { attemptSteps, estimateWords } from "./attempts-seen";
import { streakAt } from "./entry-record";
import { firstSeenText } from "./log-cells";
import { filterFrom, rangeText } from "./log-filter";
import { headSentence } from "./log-head";
import { remediesFor, remedyMessage } from "./no-entries";
import { ticketText, viewTicketText } from "./ticket";
import { differing, freezeRows } from "./use-delivery-rows";
import { targetsOf } from "./use-webhook-log";
import { stepMessage } from "./webhook-log";
import { foldedWebhooks } from "./webhook-rows";

const timeAt = (minute: number) => new Date(Date.parse("2026-11-20T06:00:00Z") + minute * 60_000).toISOString();
const delivery = (key: string, minute: number, rest: Partial<Delivery> = {}): Delivery => ({
  key,
  webhook_id: "w1",
  event: "call.ended",
  status: "delivered",
  attempts: 1,
  is_delivered: true,
  delivered_at: timeAt(minute),
  first_seen_at: timeAt(minute),
  not_seen_at: null,
  is_older: false,
  changed_at: timeAt(minute),
  gone_at: null,
  ...rest,
});
const health = (webhook_id: string, rest: Partial<WebhookHealth> = {}): WebhookHealth => ({
  webhook_id,
  url: `https://${webhook_id}.example/voice`,
  status: "active",
  events: ["call.ended"],
  is_listed: true,
  total: 10,
  not_delivered: 0,
  older: 0,
  failing_since: null,
  failing: 0,
  last_at: timeAt(0),
  hours: [],
  ...rest,
});
const filter = (address: string) => filterFrom((name) => new URLSearchParams(address).get(name));

test("freezeRows holds back new rows, updates changed rows in place and keeps rows pushed off", () => {
  const displayed = {
    data: [delivery("a", 9), delivery("b", 8, { status: "retrying" }), delivery("c", 7)],
    next: "after c",
  };
  const now = { data: [delivery("d", 10), delivery("a", 9), delivery("b", 8)], next: "after b" };
  const { shown, waiting } = freezeRows(now, displayed);
  expect(shown.map(({ key, status }) => [key, status])).toEqual([
    ["a", "delivered"],
    ["b", "delivered"],
    ["c", "delivered"],
  ]);
  expect(waiting).toBe(1);
});

test("freezeRows removes rows that no longer match and does not count their successors as new", () => {
  const displayed = { data: [delivery("a", 9), delivery("b", 8)], next: "after b" };
  const now = { data: [delivery("b", 8), delivery("c", 7)], next: "after c" };
  const { shown, waiting } = freezeRows(now, displayed);
  expect(shown.map(({ key }) => key)).toEqual(["b"]);
  expect(waiting).toBe(0);
  expect(freezeRows({ data: [], next: null }, displayed)).toEqual({ shown: [], waiting: 0 });
});

test("freezeRows keeps a row in place, once, when it moves to the other group", () => {
  const was = delivery("a", 9, { status: "failed", is_delivered: false });
  const missed = { data: [was, delivery("b", 8)], next: null };
  const arrived = { data: [delivery("c", 7)], next: null };
  const now = {
    missed: { data: [delivery("b", 8)], next: null },
    arrived: { data: [delivery("a", 9), delivery("c", 7)], next: null },
  };
  const frozen = freezeRows(now.missed, missed, { otherPage: now.arrived.data, otherShown: arrived.data });
  expect(frozen.shown.map(({ key, status }) => [key, status])).toEqual([
    ["a", "delivered"],
    ["b", "delivered"],
  ]);
  const early = freezeRows(now.missed, missed, { otherPage: arrived.data, otherShown: arrived.data, isReading: true });
  expect(early.shown.map(({ key, status }) => [key, status])).toEqual([
    ["a", "failed"],
    ["b", "delivered"],
  ]);
  const others = { otherPage: now.missed.data, otherShown: missed.data };
  expect(freezeRows(now.arrived, arrived, others)).toEqual({ shown: arrived.data, waiting: 0 });
  const entered = freezeRows(now.missed, missed, { otherPage: now.arrived.data, otherShown: now.arrived.data });
  expect(entered.shown.map(({ key }) => key)).toEqual(["b"]);
});

test("differing gives the previous value of changed entries", () => {
  const before = [delivery("a", 1, { status: "retrying" }), delivery("b", 1, { attempts: 2 }), delivery("c", 1)];
  const now = [delivery("a", 1), delivery("b", 1, { attempts: 3 }), delivery("c", 1), delivery("d", 1)];
  expect([...differing(now, before)]).toEqual([
    ["a", "was retrying"],
    ["b", "was 2 attempts"],
    ["d", "new"],
  ]);
});

const summary = (rest: Partial<DeliverySummary>): DeliverySummary => ({
  total: 0,
  not_delivered: 0,
  older: { total: 0, failed: 0 },
  watched: "all",
  statuses: [],
  choices: { status: [], event: [], webhook: [], attempts: [], view: [] },
  without: {},
  hold_text: null,
  attempts: [],
  chart: { from: timeAt(0), to: timeAt(60), step_seconds: 60, steps: [] },
  webhooks: [],
  webhooks_known: 0,
  last_at: null,
  reading: {
    at: timeAt(0),
    ok_at: timeAt(0),
    outcome: "ok",
    every_seconds: 15,
    watched_since: timeAt(0),
    by_webhook: null,
  },
  ...rest,
});

test("headSentence gives the failed deliveries and the webhook with most of them", () => {
  const webhooks = [health("w1", { not_delivered: 29 }), health("w2", { not_delivered: 2 })];
  const headFor = (address: string, rest: Partial<DeliverySummary>) =>
    headSentence(summary({ webhooks, ...rest }), { filter: filter(address), targets: targetsOf(webhooks) });
  expect(headFor("", { total: 4724, not_delivered: 31 })).toBe(
    "31 of 4,724 deliveries in this time were not delivered, 29 of them to w1.example.",
  );
  expect(headFor("webhook=w1", { total: 40, not_delivered: 1 })).toBe(
    "1 of 40 deliveries to w1.example in this time was not delivered.",
  );
  expect(headFor("time=all&status=failed", { total: 3, not_delivered: 3 })).toBe(
    "3 of 3 deliveries that match were not delivered.",
  );
  expect(headFor("", { total: 12 })).toBe("12 deliveries in this time, all delivered.");
  expect(headFor("", {})).toBe("No deliveries in this time.");
  const joined = { ...summary({}).reading, by_webhook: { read: 2, of: 3 } };
  expect(headFor("", { total: 1, reading: joined })).toMatch(
    /delivered\. .* each webhook’s own log was read: 2 of 3\.$/,
  );
});

test("foldedWebhooks keeps the first, the chosen and the failing ones", () => {
  const all = Array.from({ length: 40 }, (_, nth) => health(`w${nth}`, { failing: nth === 12 ? 3 : 0 }));
  const ids = (text: string, isWhole = false) =>
    foldedWebhooks(all, { text, isWhole, chosen: ["w39"] }).map(({ webhook_id }) => webhook_id);
  expect(ids("")).toEqual([...Array.from({ length: 8 }, (_, nth) => `w${nth}`), "w12", "w39"]);
  expect(ids("w12.example")).toEqual(["w12"]);
  expect(ids("", true)).toHaveLength(40);
});

const deliverySeen = (rest: Partial<DeliverySeen>): DeliverySeen => ({
  ...delivery("log_1", 36, { is_delivered: false, status: "failed", attempts: 6, delivered_at: null }),
  raw: { id: "log_1", webhook_id: "w1", event: "call.ended", status: "failed", attempts: 6, delivered_at: null },
  changes: [],
  retry_seconds: [],
  neighbors: [],
  ...rest,
});

test("estimateWords estimates the last attempt, and the next one while retrying", () => {
  const retry_seconds = [0, 5, 305, 2105, 9305];
  const estimateFor = (attempts: number | null, isUnderWay = false) =>
    estimateWords(deliverySeen({ attempts, retry_seconds }), isUnderWay);
  expect(estimateFor(4)).toBe(
    "Estimate: attempt 4 is about 35 min after the first, on the schedule entered in Settings.",
  );
  expect(estimateFor(4, true)).toMatch(/about 35 min after the first, attempt 5 about 2 h 35 min, on/);
  expect(estimateFor(1, true)).toMatch(/^Estimate: attempt 2 is about 5 s after the first/);
  expect(estimateFor(5, true)).toBe(estimateFor(5));
  for (const none of [estimateFor(1), estimateFor(6), estimateFor(null)]) expect(none).toBeUndefined();
  expect(estimateWords(deliverySeen({ retry_seconds: [] }), true)).toBeUndefined();
});

test("attemptSteps starts at the first state and counts missed attempts", () => {
  const steps = attemptSteps(
    deliverySeen({
      changes: [
        {
          at: timeAt(44),
          fields: [
            { field: "attempts", before: "5", after: "6" },
            { field: "status", before: "retrying", after: "failed" },
          ],
        },
        { at: timeAt(41), fields: [{ field: "attempts", before: "2", after: "5" }] },
        { at: timeAt(40), fields: [{ field: "trace", before: null, after: "x" }] },
      ],
    }),
  );
  expect(steps.map(({ attempts, status, skipped, others }) => [attempts, status, skipped, others.length])).toEqual([
    ["2", "retrying", 0, 0],
    [undefined, undefined, 0, 1],
    ["5", undefined, 2, 0],
    ["6", "failed", 0, 0],
  ]);
});

test("ticketText lists the fields of a delivery, one per line", () => {
  const target = { host: "crm.example.net", path: "/voice", url: "https://crm.example.net/voice" };
  const entry = deliverySeen({ status: "fai\nled", not_seen_at: timeAt(35), gone_at: timeAt(60) });
  const link = "https://switchboard.example/x";
  expect(ticketText({ entry, target, watchedSince: timeAt(0), link }).split("\n")).toEqual([
    "Webhook delivery",
    "Event: call.ended",
    "Target: crm.example.net/voice",
    "Status: fai led",
    "Attempts: 6",
    "First seen by Switchboard: Fri 20 Nov 2026, between 06:35:00–06:36:00 UTC",
    "No longer returned by the platform since: Fri 20 Nov 2026, 07:00:00 UTC",
    "Watched since: Fri 20 Nov 2026, 06:00:00 UTC",
    "Entry ID: log_1",
    "Link: https://switchboard.example/x",
  ]);
  const more = { target: undefined, watchedSince: undefined, link: "x" };
  const delivered = ticketText({ entry: { ...entry, delivered_at: timeAt(36) }, ...more });
  expect(delivered).toContain("Target: unknown webhook w1\n");
  expect(delivered).toContain("Time: Fri 20 Nov 2026, 06:36:00 UTC\n");
  expect(delivered.includes("Local time")).toBe(localZoneName() !== "UTC");
  expect(ticketText({ entry: { ...entry, is_older: true }, ...more })).toContain(
    "Time: unknown, from before Switchboard was watching\n",
  );
});

test("viewTicketText lists time, filters, deliveries, read time and link", () => {
  const missed = [delivery("log_1", 10, { status: "failed", attempts: 6, is_delivered: false })];
  const arrived = Array.from({ length: 12 }, (_, nth) =>
    delivery(`ok_${nth}`, nth, { delivered_at: null, attempts: null }),
  );
  const targets = new Map([["w1", { host: "crm.example", path: "/in", url: "https://crm.example/in" }]]);
  const logFilter = filter(`between=${timeAt(0)}..${timeAt(20)}&event=call.ended`);
  const log = {
    filter: logFilter,
    targets,
    nowMs: Date.parse(timeAt(60)),
    rows: { missed: { rows: missed }, arrived: { rows: arrived } },
  };
  const counted = summary({ total: 13, not_delivered: 1 });
  const lines = viewTicketText({
    log,
    summary: counted,
    headline: headSentence(counted, log),
    link: "https://switchboard.example/webhooks",
    olderLink: "",
  }).split("\n");
  expect(lines.slice(0, 5)).toEqual([
    "Webhook deliveries",
    "Time: from Fri 20 Nov 2026, 06:00:00 UTC to Fri 20 Nov 2026, 06:20:00 UTC",
    "Only: event call.ended",
    "Found: 1 of 13 deliveries in this time that match was not delivered.",
    "Not delivered: Fri 20 Nov 2026, 06:10:00 UTC, call.ended to crm.example/in, failed, 6 attempts, entry log_1",
  ]);
  expect(lines[5]).toBe(
    "Delivered: First seen by Switchboard Fri 20 Nov 2026, by 06:00:00 UTC, call.ended to crm.example/in, delivered, entry ok_0",
  );
  expect(lines.slice(-4)).toEqual([
    "Delivered: 2 more",
    "Log read: Fri 20 Nov 2026, 06:00:00 UTC, every 15 s",
    "Watched since: Fri 20 Nov 2026, 06:00:00 UTC",
    "Link: https://switchboard.example/webhooks",
  ]);
});

test.each([
  ["none", 19, 19, "then. 19 deliveries that failed before 06:43 have no time and may belong here"],
  ["part", 19, 19, "before 06:43. 19 deliveries that failed before 06:43 have no time and may belong here"],
  ["part", 1, 1, "before 06:43. 1 delivery that failed before 06:43 has no time and may belong here"],
  ["none", 7, 2, "then. 7 deliveries from before 06:43 have no time and may belong here"],
  ["none", 0, 0, "then"],
] as const)(
  "unwatchedText says what a time watched in %s may lack when %i deliveries have no time",
  (watched, total, failed, expected) => {
    const counted = summary({ watched, older: { total, failed } });
    expect(unwatchedText(counted, () => "06:43")).toBe(`Switchboard was not watching ${expected}`);
    expect(unwatchedText({ ...counted, watched: "all" }, () => "06:43")).toBeUndefined();
  },
);

test.each(["none", "part"] as const)(
  "headSentence never says all delivered when a time is watched in %s",
  (watched) => {
    const log = {
      filter: filter(`between=${timeAt(0)}..${timeAt(20)}`),
      targets: new Map(),
      nowMs: Date.parse(timeAt(60)),
      rows: { missed: { rows: [] }, arrived: { rows: [] } },
    };
    const reading = { ...summary({}).reading, watched_since: timeAt(43) };
    const counted = summary({ total: 7, watched, older: { total: 21, failed: 21 }, reading });
    const headline = headSentence(counted, log);
    expect(headline).toBe("7 deliveries known in this time, delivered.");
    expect(headSentence({ ...counted, total: 0 }, log)).toBe("No deliveries known in this time.");
    const text = viewTicketText({
      log,
      summary: counted,
      headline,
      link: "x",
      olderLink: "https://switchboard.example/older",
    });
    expect(text).toContain(
      "Found: 7 deliveries known in this time, delivered.\nNot watched: Switchboard was not watching ",
    );
    expect(text).toContain("have no time and may belong here: https://switchboard.example/older\n");
    expect(text).toContain("Watched since: Fri 20 Nov 2026, 06:43:00 UTC\n");
    const alone = viewTicketText({
      log: { ...log, filter: filter("view=older") },
      summary: counted,
      headline,
      link: "x",
      olderLink: "",
    });
    expect(alone).toContain("Time: unknown, from before Switchboard was watching\n");
    expect(alone).not.toContain("Not watched");
  },
);

test("viewTicketText counts deliveries that it cannot list", () => {
  const log = {
    filter: filter("time=all"),
    targets: new Map(),
    nowMs: 0,
    rows: { missed: { rows: [] }, arrived: { rows: [] } },
  };
  const links = { link: "x", olderLink: "" };
  expect(viewTicketText({ log, summary: summary({}), headline: headSentence(summary({}), log), ...links })).toContain(
    "Time: all that Switchboard has kept\nFound: No deliveries.\nLog read: ",
  );
  const unread = summary({ total: 3, not_delivered: 2 });
  expect(viewTicketText({ log, summary: unread, headline: "", ...links })).toContain(
    "Not delivered: 2\nDelivered: 1\n",
  );
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
  expect(heights({ first: 0, again: 0, missed: 0 }, 300, 5)).toEqual({ total: 0, cap: 0, down: 0 });
  const { total, cap, down } = heights({ first: 300, again: 1, missed: 1 }, 301, 5000);
  expect([total, cap, down]).toEqual([86, 1, 2]);
  expect(heights({ first: 0, again: 2, missed: 0 }, 2, 0)).toMatchObject({ total: 86, cap: 86 });
});

test("remediesFor lists filters that bring deliveries back first, then the time", () => {
  const remedies = remediesFor(filter("status=delivered&attempts=4.."), {
    without: { time: 3, status: 9, attempts: 0 },
    hold_text: null,
  });
  expect(remedies.map(({ label }) => label)).toEqual([
    "Without the last 24 h",
    "Without status delivered",
    "Without attempts 4 or more",
  ]);
  expect(remedyMessage(remedies)).toBe("3 deliveries match at another time.");
});

test("remediesFor offers the text alone when every filter hides its deliveries", () => {
  const [first] = remediesFor(filter("status=failed&text=log_9"), { without: { text: 5 }, hold_text: 2 });
  expect(first).toMatchObject({ removed: ["time", "status"], label: "Only “log_9”", entries: 2 });
});

test("streakAt counts consecutive failed deliveries around an entry", () => {
  const around = [true, false, false, true, false].map((is_delivered, nth) => ({
    ...deliverySeen({ key: `d${nth}` }),
    is_delivered,
  }));
  expect(around.map(({ key }) => streakAt(around, key))).toEqual([0, 2, 2, 0, 1]);
});
