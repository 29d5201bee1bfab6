import { beforeAll, expect, test } from "vitest";
import { deliveries } from "@/lib/collector/webhook-log/deliveries";
import { createLogReader, logTask } from "@/lib/collector/webhook-log/log-reader";
import { storeLog } from "@/lib/collector/webhook-log/store-log";
import { testEvent } from "@/lib/contract/console/inbox/received";
import { eventKey, exportDeliveries, listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { summarizeDeliveries } from "@/lib/contract/console/webhook-log/summary";
import type { InputOf } from "@/lib/contract/inputs";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { collectorTaskTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { fileStream } from "@/lib/gateway/masked-answer";
import { personWith } from "@/lib/testing/console";
import { accountId, freshInbox } from "@/lib/testing/inbox";
import { pairEvents } from "./pair-events";

const { db, post, readAll, token } = await freshInbox();
const reader = createLogReader({ db, accountId, events: { viewed() {}, onPolled: () => () => undefined } });
const operations = deliveries(db, accountId, reader);

async function ask<Op extends Operation>(op: Op, input: InputOf<Op>): Promise<OutputOf<Op>> {
  const operation = operations.find((each) => each.op === op);
  return (await operation?.run(input, {
    person: personWith("support"),
    address: null,
    requestId: "r",
  })) as OutputOf<Op>;
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** One delivery that arrived here, one that did not, one of another webhook, and four events that are in no log. */
beforeAll(async () => {
  const seen = { seenAt: minutesAgo(60), lastSeenAt: minutesAgo(0), hash: "" };
  const record = { url: `https://ours.example/hooks/…${token.slice(-4)}`, events: ["call.ended"] };
  await db.insert(recordVersionTable).values({ accountId, resource: "webhooks", ref: "wh_ours", record, ...seen });
  const delivery = (id: string, rest = {}) => ({
    ...{ id, webhook_id: "wh_ours", event: "call.ended", status: "delivered", attempts: 1 },
    ...{ delivered_at: minutesAgo(4).toISOString(), ...rest },
  });
  const rows = [
    delivery("log_here"),
    delivery("log_gone", { event: "other" }),
    delivery("log_crm", { webhook_id: "wh_crm" }),
  ];
  const answer = new TextEncoder().encode(JSON.stringify({ raw: rows }));
  await storeLog(db, { accountId, answer, at: minutesAgo(2), before: minutesAgo(3) });
  const at = minutesAgo(-2);
  await db
    .insert(collectorTaskTable)
    .values({ accountId, task: logTask, at, okAt: at, ms: 1, bytes: 1, rows: 1, outcome: "ok" });
  const event = (call_id: string, more = {}) => ({ event: "call.ended", call_id, campaign_id: "camp_1", ...more });
  const send = (body: unknown, id?: string) => post(JSON.stringify(body), id ? { "webhook-id": id } : {});
  await send(event("call_here", { to_number: "+4930231250011", customer_name: "Ana Reis" }), "log_here");
  await send(event("call_only", { to_number: "+4930231250099", customer_name: "Bo Lind", event: "call.started" }));
  await send([event("call_a", { event: "batch" }), event("call_b", { event: "batch" })]);
  await send({ event: testEvent });
  await readAll();
  while ((await pairEvents(db, accountId)) > 0);
});

const rowsWith = async (filter: DeliveryFilter) =>
  (await ask(listDeliveries, filter)).data.map(
    ({ delivery, event }) => delivery?.key ?? event?.call_id ?? event?.state,
  );

test("lists events that are in no log between the deliveries, with their state", async () => {
  const { data } = await ask(listDeliveries, {});
  expect(
    data.map(({ key, delivery, event }) => [delivery?.key ?? event?.call_id ?? key, delivery?.here, event?.state]),
  ).toEqual([
    [expect.stringMatching(/^event\/\d+$/), undefined, "test"],
    ["call_a", undefined, "not_in_log"],
    ["call_b", undefined, "part"],
    ["call_only", undefined, "not_in_log"],
    ["log_crm", null, undefined],
    ["log_gone", "no", undefined],
    ["log_here", "yes", null],
  ]);
  expect(data.at(-1)?.event).toMatchObject({
    call_id: "call_here",
    contact: "4930231250011",
    contact_name: "Ana Reis",
  });
});

test.each([
  [{ here: "not_in_log" }, ["call_a", "call_only"]],
  [{ here: "arrived" }, ["test", "call_a", "call_b", "call_only", "log_here"]],
  [{ here: "yes" }, ["log_here"]],
  [{ here: "no" }, ["log_gone"]],
  [{ call_id: "call_here" }, ["log_here"]],
  [{ call_id: "call_only" }, ["call_only"]],
  [{ campaign_id: "camp_1", event: "batch" }, ["call_a", "call_b"]],
  [{ text: "030 2312500" }, ["call_only", "log_here"]],
  [{ text: "+49 30 231250011" }, ["log_here"]],
  [{ text: "bo lind" }, ["call_only"]],
  [{ text: "log_" }, ["log_crm", "log_gone", "log_here"]],
  [{ webhook: "wh_crm" }, ["log_crm"]],
  [{ webhook: "!wh_crm", event: "call.started" }, ["call_only"]],
  [{ status: "delivered" }, ["log_crm", "log_gone", "log_here"]],
  [{ view: "arrived" }, ["log_crm", "log_gone", "log_here"]],
  [{ to: minutesAgo(3).toISOString() }, ["log_crm", "log_gone", "log_here"]],
  [{ from: minutesAgo(3).toISOString(), event: "call.started" }, ["call_only"]],
] as const)("finds by %j the rows %j, and counts as many", async (filter, rows) => {
  expect(await rowsWith(filter)).toEqual(rows);
  const { total, events } = await ask(summarizeDeliveries, filter);
  expect(total + events).toBe(rows.length);
});

test("counts events in the choices of Arrived here and in all, but not as deliveries", async () => {
  const { total, events, choices } = await ask(summarizeDeliveries, {});
  expect([total, events]).toEqual([3, 4]);
  const count = (name: "here" | "view", word: string) => choices[name].find((choice) => choice.word === word)?.count;
  expect(["yes", "no", "waiting", "not_in_log", "arrived"].map((word) => count("here", word))).toEqual([1, 1, 0, 2, 5]);
  expect([count("view", "all"), count("view", "arrived")]).toEqual([7, 3]);
  const inView = await ask(summarizeDeliveries, { view: "arrived" });
  expect([inView.events, inView.choices.view.find(({ word }) => word === "all")?.count]).toEqual([0, 7]);
});

test("pages through deliveries and events without losing or repeating one", async () => {
  const keys: string[] = [];
  for (let after: string | null = null; ; ) {
    const page: OutputOf<typeof listDeliveries> = await ask(listDeliveries, { limit: 2, ...(after ? { after } : {}) });
    keys.push(...page.data.map(({ key }) => key));
    after = page.next;
    if (after === null) break;
  }
  expect(keys).toEqual((await ask(listDeliveries, {})).data.map(({ key }) => key));
  expect(keys).toHaveLength(7);
  expect(keys.filter((key) => key.startsWith(eventKey("")))).toHaveLength(4);
});

test("writes events into the file with what is known of them", async () => {
  let text = "";
  const file = await ask(exportDeliveries, { format: "csv", here: "arrived" });
  await fileStream(file).send(async (part) => {
    text += String(part);
  });
  const [head = "", ...lines] = text.trim().split("\r\n");
  const at = (name: string) => head.split(",").indexOf(name);
  expect(lines.map((line) => ["id", "event", "arrived_here"].map((name) => line.split(",")[at(name)]))).toEqual([
    ["", testEvent, "test"],
    ["", "batch", "not in the log"],
    ["", "batch", "part of a request"],
    ["", "call.started", "not in the log"],
    ["log_here", "call.ended", "yes"],
  ]);
});
