import { expect, test } from "vitest";
import { unwatchedText } from "@/lib/client/webhook-log";
import type { DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { delivery, filter, health, rowOf, storedDelivery, summary, timeAt } from "@/lib/testing/components/deliveries";
import { answerOf } from "./log-answer";
import { entryFaultText } from "./ours-or-theirs";
import { ledView, ticketText, viewTicketText } from "./ticket";
import { targetsOf } from "./use-webhook-log";

const momentOf = (iso: string) => iso.slice(11, 16);

const answer = (address: string, rest: Partial<DeliverySummary>) => {
  const counted = summary(rest);
  return answerOf(counted, { filter: filter(address), targets: targetsOf(counted.webhooks), momentOf });
};

test("answerOf leads with the worst, and names the webhook with most failures", () => {
  const webhooks = [health("w1", { not_delivered: 29 }), health("w2", { not_delivered: 2 })];
  expect(answer("", { webhooks, total: 4724, not_delivered: 31, retrying: 2 })).toMatchObject({
    ...{ tone: "fault", text: "Not arrived: 31 of 4,724 deliveries in the last 24 h, 29 of them to w1.example" },
    more: ["2 have not arrived yet."],
  });
  expect(answer("webhook=w1", { webhooks, total: 40, not_delivered: 1 }).text).toBe(
    "Not arrived: 1 of 40 deliveries to w1.example in the last 24 h",
  );
  expect(answer("time=all&status=failed", { total: 3, not_delivered: 3 }).text).toBe(
    "Not arrived: all 3 matching deliveries",
  );
  expect(answer("", { total: 5, retrying: 2, retrying_attempts: 3 })).toMatchObject({
    ...{ tone: "live", text: "Not arrived yet: 2 of 5 deliveries in the last 24 h, up to 3 attempts" },
  });
  expect(answer("", { total: 12 })).toMatchObject({ tone: "ok", text: "Arrived: all 12 deliveries in the last 24 h" });
  expect(answer("", {})).toMatchObject({ tone: "idle", text: "No deliveries in the last 24 h" });
  const joined = { ...summary({}).reading, by_webhook: { read: 2, of: 3 } };
  expect(answer("", { total: 1, reading: joined }).more[0]).toMatch(/each webhook’s own log was read: 2 of 3\.$/);
});

test("answerOf says how late deliveries arrived, and when", () => {
  const late = { total: 3, webhook_id: "w1", first_at: timeAt(0), arrived_at: timeAt(7), longest_seconds: 420 };
  const then = `between=${timeAt(0)}..${timeAt(20)}`;
  expect(answer(then, { total: 5, late })).toMatchObject({
    ...{ tone: "wait", text: "Late: 3 of 5 deliveries in this time, by up to 7 min" },
    more: ["3 deliveries were first tried at 06:00 and arrived at 06:07, 7 min late."],
  });
  expect(answer("", { total: 5, late }).more).toEqual([]);
  expect(answer("", { total: 5, late, not_delivered: 1 }).more).toEqual(["3 arrived late, by up to 7 min."]);
});

test("answerOf says where the fault is likely when one webhook failed and others did not", () => {
  const failing = health("w1", { not_delivered: 2 });
  const likely = (...others: ReturnType<typeof health>[]) =>
    answer("", { total: 9, not_delivered: 2, webhooks: [failing, ...others] }).more;
  expect(likely(health("w2"), health("w3"), health("w4", { total: 0 }))).toEqual([
    "The platform reached 2 other webhooks without a failure in this time, so the fault is likely at w1.example.",
  ]);
  expect([likely(), likely(health("w2", { retrying: 1 }))]).toEqual([[], []]);
});

test("entryFaultText tells a fault of the receiver from one of the platform, and when it cannot", () => {
  const others = { from: timeAt(5), to: timeAt(20), reached: ["w2"], partly: [] as string[], failing: [] as string[] };
  const text = (rest: Partial<typeof others> | null, more = {}) =>
    entryFaultText(storedDelivery({ others: rest && { ...others, ...rest }, ...more }), "meter-sync.example", momentOf);
  expect(text({})).toContain(
    "reached 1 other webhook without a failure from 06:05 to 06:20, so the fault is likely at meter",
  );
  expect(text({ reached: [], failing: ["w2"] })).toContain("the fault is likely at the platform");
  expect(text({ failing: ["w3"] })).toBe("1 of 2 other webhooks had failures from 06:05 to 06:20, too.");
  expect(text({ partly: ["w3"], reached: [] })).toBe("1 of 1 other webhook had failures from 06:05 to 06:20, too.");
  expect(text({ reached: [] })).toContain("so the log does not tell where the fault is");
  expect([text(null), text({}, { outcome: "arrived", late_seconds: 59 })]).toEqual([undefined, undefined]);
  expect(text({}, { outcome: "arrived", late_seconds: 60 })).toContain("likely at meter-sync.example");
});

test("ticketText lists the fields of a delivery, one per line", () => {
  const target = { host: "crm.example.net", path: "/voice", url: "https://crm.example.net/voice" };
  const entry = storedDelivery({ status: "fai\nled", not_seen_at: timeAt(35), gone_at: timeAt(60) });
  const link = "https://switchboard.example/x";
  const notes = [
    { id: "n", ref: "log_1", at: timeAt(9), by: "Ines Duarte", text: "Called the receiver.", may_remove: false },
  ];
  const basis = { reading: summary({}).reading, notes, author: "Mara Okafor" };
  expect(ticketText({ entry, target, ...basis, link, timeZone: "UTC" }).split("\n")).toEqual([
    "Not arrived. Whether it is tried again is not known",
    "First seen by Switchboard: Fri 20 Nov 2026, between 06:35:00–06:36:00 UTC",
    "Attempts: 6",
    "Event: call.ended",
    "Webhook: crm.example.net/voice",
    "Status as sent: fai led",
    "Delivery ID: log_1",
    "No longer returned by the platform since: Fri 20 Nov 2026, 07:00:00 UTC",
    "Note by Ines Duarte: Called the receiver. (Fri 20 Nov 2026, 06:09:00 UTC)",
    "Watched since: Fri 20 Nov 2026, 06:00:00 UTC",
    "Log last checked: Fri 20 Nov 2026, 06:00:00 UTC, every 15 s",
    "Copied by: Mara Okafor",
    "Link: https://switchboard.example/x",
  ]);
  const more = { target: undefined, reading: undefined, notes: [], author: "Mara", link: "x", timeZone: "UTC" };
  const delivered = ticketText({ entry: { ...entry, delivered_at: timeAt(36) }, ...more });
  expect(delivered).toContain("Webhook: unknown webhook w1\n");
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
  };
  const counted = summary({ total: 13, not_delivered: 1 });
  const lines = viewTicketText({
    log,
    rows: [...arrived, ...missed].map(rowOf),
    only: "event call.ended",
    summary: counted,
    author: "Mara Okafor",
    link: "https://switchboard.example/webhooks",
    olderLink: "",
    timeZone: "UTC",
  }).split("\n");
  expect(lines.slice(0, 4)).toEqual([
    "Not arrived: 1 of 13 matching deliveries in this time",
    "Time: from Fri 20 Nov 2026, 06:00:00 UTC to Fri 20 Nov 2026, 06:20:00 UTC",
    "Only: event call.ended",
    "To crm.example/in: Fri 20 Nov 2026, times in UTC",
  ]);
  expect(lines.slice(4, 6)).toEqual([
    "- 06:10:00: Not arrived. Whether it is tried again is not known, 6 attempts, call.ended, status failed, ID log_1",
    "- by 06:00:00: Arrived, call.ended, status delivered, ID ok_0",
  ]);
  expect(lines.slice(-5)).toEqual([
    "Not listed here: 3 more deliveries",
    "Watched since: Fri 20 Nov 2026, 06:00:00 UTC",
    "Log last checked: Fri 20 Nov 2026, 06:00:00 UTC, every 15 s",
    "Copied by: Mara Okafor",
    "Link: https://switchboard.example/webhooks",
  ]);
});

test("viewTicketText lists the deliveries of its heading first, by webhook, with the day once", () => {
  const failed = { status: "failed", is_delivered: false, attempts: 6, delivered_at: null };
  const led = [
    delivery("m1", 10, failed),
    delivery("m2", 11, { ...failed, webhook_id: "w2" }),
    delivery("m3", 12, failed),
  ];
  const rows = [delivery("new", 30, { outcome: "retrying", is_delivered: false }), delivery("ok", 29)];
  const counted = summary({ total: 733, not_delivered: 3, retrying: 40 });
  const log = { filter: filter(""), targets: new Map() };
  const input = {
    log,
    rows: rows.map(rowOf),
    led: led.map(rowOf),
    summary: counted,
    author: "Mara",
    link: "x",
    olderLink: "",
    timeZone: "UTC",
  };
  const lines = viewTicketText(input).split("\n");
  const listed = lines.filter((line) => /^(- |To )/.test(line));
  expect(listed.map((line) => /ID (\w+)$/.exec(line)?.[1] ?? line)).toEqual([
    "To unknown webhook w1: Fri 20 Nov 2026, times in UTC",
    ...["m1", "m3"],
    "To unknown webhook w2: Fri 20 Nov 2026, times in UTC",
    "m2",
    "To unknown webhook w1: Fri 20 Nov 2026, times in UTC",
    ...["new", "ok"],
  ]);
  expect([ledView(counted, filter("")), ledView(counted, filter("view=arrived"))]).toEqual([
    "not_delivered",
    undefined,
  ]);
  expect(ledView(summary({ retrying: 1 }), filter(""))).toBe("in_progress");
});

test("a ticket gives both clocks when the zone's clock is not UTC", () => {
  const entry = storedDelivery({ not_seen_at: timeAt(35) });
  const ticket = (timeZone: string, rest: Partial<typeof entry>) =>
    ticketText({
      ...{ entry: { ...entry, ...rest }, target: undefined, reading: summary({}).reading },
      ...{ notes: [], author: "Mara", link: "x", timeZone },
    });
  const berlin = ticket("Europe/Berlin", {});
  expect(berlin).toContain(
    "First seen by Switchboard: Fri 20 Nov 2026, between 06:35:00–06:36:00 UTC (Fri 20 Nov 2026, between 07:35:00–07:36:00 Europe/Berlin)\n",
  );
  expect(berlin).toContain("Watched since: Fri 20 Nov 2026, 06:00:00 UTC (07:00:00 Europe/Berlin)\n");
  expect(ticket("America/Los_Angeles", { delivered_at: timeAt(36) })).toContain(
    "Time: Fri 20 Nov 2026, 06:36:00 UTC (Thu 19 Nov 2026, 22:36:00 America/Los_Angeles)\n",
  );
  const log = {
    filter: filter(`between=${timeAt(0)}..${timeAt(20)}`),
    targets: new Map(),
  };
  const view = viewTicketText({
    ...{ log, rows: [delivery("log_1", 10, { is_delivered: false })].map(rowOf), author: "Mara" },
    ...{ summary: summary({ total: 1, not_delivered: 1 }), link: "x", olderLink: "" },
    timeZone: "Asia/Kolkata",
  });
  expect(view).toContain(
    "Time: from Fri 20 Nov 2026, 06:00:00 UTC (11:30:00 Asia/Kolkata) to Fri 20 Nov 2026, 06:20:00 UTC",
  );
  expect(view).toContain(
    "To unknown webhook w1: Fri 20 Nov 2026, times in UTC (Asia/Kolkata)\n- 06:10:00 (11:40:00): Not arrived.",
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

test.each(["none", "part"] as const)("never says that all arrived when a time is watched in %s", (watched) => {
  const log = { filter: filter(`between=${timeAt(0)}..${timeAt(20)}`), targets: new Map() };
  const reading = { ...summary({}).reading, watched_since: timeAt(43) };
  const counted = summary({ total: 7, watched, older: { total: 21, failed: 21 }, reading });
  const all = watched === "none" ? "" : " all the time";
  expect(answerOf(counted, { ...log, momentOf })).toMatchObject({
    ...{ tone: "unknown", text: `Not watched${all}: 7 known deliveries in this time arrived` },
  });
  expect(answerOf({ ...counted, total: 0 }, { ...log, momentOf }).text).toBe(
    watched === "none" ? "Not watched in this time" : "Not watched all the time: no known deliveries in this time",
  );
  const input = { log, rows: [], summary: counted, author: "Mara", link: "x", timeZone: "UTC" };
  const text = viewTicketText({ ...input, olderLink: "https://switchboard.example/older" });
  expect(text).toContain("Not watched before: Switchboard was not watching ");
  expect(text).toContain("have no time and may belong here: https://switchboard.example/older\n");
  expect(text).toContain("Watched since: Fri 20 Nov 2026, 06:43:00 UTC\n");
  const alone = viewTicketText({ ...input, log: { ...log, filter: filter("view=older") }, olderLink: "" });
  expect(alone).toContain("Time: unknown, from before Switchboard was watching\n");
  expect(alone).not.toContain("Not watched");
});

test("viewTicketText counts deliveries that it cannot list", () => {
  const log = { filter: filter("time=all"), targets: new Map() };
  const more = { rows: [], author: "Mara", link: "x", olderLink: "", timeZone: "UTC" };
  expect(viewTicketText({ log, summary: summary({}), ...more })).toContain(
    "No deliveries\nTime: everything that Switchboard has stored\nWatched since: ",
  );
  const unread = summary({ total: 3, not_delivered: 2 });
  expect(viewTicketText({ log, summary: unread, ...more })).toContain("Not listed here: 3 more deliveries\n");
});
