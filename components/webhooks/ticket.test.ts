import { expect, test } from "vitest";
import { unwatchedText } from "@/lib/client/webhook-log";
import type { DeliverySummary, Gap } from "@/lib/contract/console/deliveries";
import { delivery, filter, health, storedDelivery, summary, timeAt } from "@/lib/testing/components/deliveries";
import { headSentence } from "./log-sentence";
import { ticketText, viewTicketText } from "./ticket";
import { targetsOf } from "./use-webhook-log";

const momentOf = (iso: string) => iso.slice(11, 16);

test("headSentence gives the failed deliveries and the webhook with most of them", () => {
  const webhooks = [health("w1", { not_delivered: 29 }), health("w2", { not_delivered: 2 })];
  const headFor = (address: string, rest: Partial<DeliverySummary>) =>
    headSentence(summary({ webhooks, ...rest }), { filter: filter(address), targets: targetsOf(webhooks), momentOf });
  expect(headFor("", { total: 4724, not_delivered: 31 })).toBe(
    "31 of 4,724 deliveries in this time were not delivered, 29 of them to w1.example.",
  );
  expect(headFor("webhook=w1", { total: 40, not_delivered: 1 })).toBe(
    "1 of 40 deliveries to w1.example in this time was not delivered.",
  );
  expect(headFor("time=all&status=failed", { total: 3, not_delivered: 3 })).toBe(
    "All 3 matching deliveries are undelivered.",
  );
  expect(headFor("", { total: 12 })).toBe("12 deliveries in this time, all delivered.");
  expect(headFor("", {})).toBe("No deliveries in this time.");
  const joined = { ...summary({}).reading, by_webhook: { read: 2, of: 3 } };
  expect(headFor("", { total: 1, reading: joined })).toMatch(
    /delivered\. .* each webhook’s own log was read: 2 of 3\.$/,
  );
});

test("ticketText lists the fields of a delivery, one per line", () => {
  const target = { host: "crm.example.net", path: "/voice", url: "https://crm.example.net/voice" };
  const entry = storedDelivery({ status: "fai\nled", not_seen_at: timeAt(35), gone_at: timeAt(60) });
  const link = "https://switchboard.example/x";
  expect(ticketText({ entry, target, watchedSince: timeAt(0), link, timeZone: "UTC" }).split("\n")).toEqual([
    "Webhook delivery",
    "Answer: Not delivered. Whether it is tried again is not known",
    "Event: call.ended",
    "Target: crm.example.net/voice",
    "Status: fai led",
    "Attempts: 6",
    "First seen by Switchboard: Fri 20 Nov 2026, between 06:35:00–06:36:00 UTC",
    "No longer returned by the platform since: Fri 20 Nov 2026, 07:00:00 UTC",
    "Watched since: Fri 20 Nov 2026, 06:00:00 UTC",
    "Delivery ID: log_1",
    "Link: https://switchboard.example/x",
  ]);
  const more = { target: undefined, watchedSince: undefined, link: "x", timeZone: "UTC" };
  const delivered = ticketText({ entry: { ...entry, delivered_at: timeAt(36) }, ...more });
  expect(delivered).toContain("Target: unknown webhook w1\n");
  expect(delivered).toContain("Time: Fri 20 Nov 2026, 06:36:00 UTC\n");
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
    rows: { missed, arrived },
  };
  const counted = summary({ total: 13, not_delivered: 1 });
  const lines = viewTicketText({
    log,
    summary: counted,
    link: "https://switchboard.example/webhooks",
    olderLink: "",
    timeZone: "UTC",
  }).split("\n");
  expect(lines.slice(0, 5)).toEqual([
    "Webhook deliveries",
    "Time: from Fri 20 Nov 2026, 06:00:00 UTC to Fri 20 Nov 2026, 06:20:00 UTC",
    "Only: event call.ended",
    "Found: 1 of 13 matching deliveries in this time was not delivered.",
    "Not delivered: Fri 20 Nov 2026, 06:10:00 UTC, call.ended to crm.example/in, failed, 6 attempts, ID log_1",
  ]);
  expect(lines[5]).toBe(
    "Delivered: First seen by Switchboard Fri 20 Nov 2026, by 06:00:00 UTC, call.ended to crm.example/in, delivered, ID ok_0",
  );
  expect(lines.slice(-4)).toEqual([
    "Delivered: 2 more",
    "Log last checked: Fri 20 Nov 2026, 06:00:00 UTC, every 15 s",
    "Watched since: Fri 20 Nov 2026, 06:00:00 UTC",
    "Link: https://switchboard.example/webhooks",
  ]);
});

test("a ticket gives both clocks when the zone's clock is not UTC", () => {
  const entry = storedDelivery({ not_seen_at: timeAt(35) });
  const ticket = (timeZone: string, rest: Partial<typeof entry>) =>
    ticketText({ entry: { ...entry, ...rest }, target: undefined, watchedSince: timeAt(0), link: "x", timeZone });
  const berlin = ticket("Europe/Berlin", {});
  expect(berlin).toContain(
    "First seen by Switchboard: Fri 20 Nov 2026, between 06:35:00–06:36:00 UTC (Fri 20 Nov 2026, between 07:35:00–07:36:00 Europe/Berlin)\n",
  );
  expect(berlin).toContain("Watched since: Fri 20 Nov 2026, 06:00:00 UTC (Fri 20 Nov 2026, 07:00:00 Europe/Berlin)\n");
  expect(ticket("America/Los_Angeles", { delivered_at: timeAt(36) })).toContain(
    "Time: Fri 20 Nov 2026, 06:36:00 UTC (Thu 19 Nov 2026, 22:36:00 America/Los_Angeles)\n",
  );
  const log = {
    filter: filter(`between=${timeAt(0)}..${timeAt(20)}`),
    targets: new Map(),
    nowMs: Date.parse(timeAt(60)),
    rows: { missed: [delivery("log_1", 10, { is_delivered: false })], arrived: [] },
  };
  const view = viewTicketText({
    ...{ log, summary: summary({ total: 1, not_delivered: 1 }), link: "x", olderLink: "" },
    timeZone: "Asia/Kolkata",
  });
  expect(view).toContain(
    "Time: from Fri 20 Nov 2026, 06:00:00 UTC (Fri 20 Nov 2026, 11:30:00 Asia/Kolkata) to Fri 20 Nov 2026, 06:20:00 UTC",
  );
  expect(view).toContain(
    "Not delivered: Fri 20 Nov 2026, 06:10:00 UTC (Fri 20 Nov 2026, 11:40:00 Asia/Kolkata), call.ended",
  );
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
    const reading = { ...summary({}).reading, watched_since: timeAt(43) };
    const chart = { ...summary({}).chart, to: timeAt(watched === "none" ? 40 : 60) };
    const counted = summary({ watched, older: { total, failed }, reading, chart });
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
      rows: { missed: [], arrived: [] },
    };
    const reading = { ...summary({}).reading, watched_since: timeAt(43) };
    const counted = summary({ total: 7, watched, older: { total: 21, failed: 21 }, reading });
    const headline = headSentence(counted, { ...log, momentOf });
    expect(headline).toBe("7 known deliveries in this time, delivered.");
    expect(headSentence({ ...counted, total: 0 }, { ...log, momentOf })).toBe(
      watched === "none" ? "Nothing is known of this time." : "No known deliveries in this time.",
    );
    const text = viewTicketText({
      log,
      summary: counted,
      link: "x",
      olderLink: "https://switchboard.example/older",
      timeZone: "UTC",
    });
    expect(text).toContain(
      "Found: 7 known deliveries in this time, delivered.\nNot watched: Switchboard was not watching ",
    );
    expect(text).toContain("have no time and may belong here: https://switchboard.example/older\n");
    expect(text).toContain("Watched since: Fri 20 Nov 2026, 06:43:00 UTC\n");
    const alone = viewTicketText({
      log: { ...log, filter: filter("view=older") },
      summary: counted,
      link: "x",
      olderLink: "",
      timeZone: "UTC",
    });
    expect(alone).toContain("Time: unknown, from before Switchboard was watching\n");
    expect(alone).not.toContain("Not watched");
  },
);

test("unwatchedText names the latest gaps with their reasons, and what failed in them", () => {
  const gap = (minute: number, rest: Partial<Gap>): Gap => ({
    ...{ from: timeAt(minute), to: timeAt(minute + 4), reason: "stopped", not_delivered: 0, ...rest },
  });
  const gaps = [gap(1, { reason: "off" }), gap(8, { not_delivered: 4 }), gap(20, { reason: "no_answer" })];
  expect(unwatchedText(summary({ watched: "part", gaps }), momentOf)).toBe(
    "Not watched 06:08–06:12 (Switchboard was stopped). 4 deliveries failed between 06:08 and 06:12. " +
      "Not watched 06:20–06:24 (the log did not answer). 1 earlier time was not watched either",
  );
});

test("headSentence says what is being retried, and how late deliveries arrived", () => {
  const parts = { filter: filter(`between=${timeAt(0)}..${timeAt(20)}`), targets: new Map(), momentOf };
  const late = { total: 3, webhook_id: "w1", first_at: timeAt(0), arrived_at: timeAt(7), longest_seconds: 420 };
  const arrived = summary({ total: 5, late });
  expect(headSentence(arrived, parts)).toBe(
    "5 deliveries in this time, all delivered. 3 deliveries were first tried at 06:00 and arrived at 06:07, 7 min late.",
  );
  expect(headSentence(arrived, { ...parts, filter: filter("") })).toContain("3 arrived late, by up to 7 min.");
  expect(headSentence(summary({ total: 5, retrying: 2 }), parts)).toBe(
    "5 deliveries in this time: 2 are being retried, the others arrived.",
  );
  expect(headSentence(summary({ total: 5, retrying: 2, not_delivered: 1 }), parts)).toBe(
    "1 of 5 deliveries in this time was not delivered. 2 are being retried.",
  );
});

test("viewTicketText counts deliveries that it cannot list", () => {
  const log = {
    filter: filter("time=all"),
    targets: new Map(),
    nowMs: 0,
    rows: { missed: [], arrived: [] },
  };
  const links = { link: "x", olderLink: "", timeZone: "UTC" };
  expect(viewTicketText({ log, summary: summary({}), ...links })).toContain(
    "Time: everything that Switchboard has stored\nFound: No deliveries.\nLog last checked: ",
  );
  const unread = summary({ total: 3, not_delivered: 2 });
  expect(viewTicketText({ log, summary: unread, ...links })).toContain("Not delivered: 2\nDelivered: 1\n");
});
