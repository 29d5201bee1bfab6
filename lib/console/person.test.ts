import { beforeAll, expect, test } from "vitest";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { addDoNotCall, listDoNotCall } from "@/lib/contract/console/do-not-call";
import { findPerson, type Person } from "@/lib/contract/console/person";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { savedTable } from "@/lib/db/console/tables/registry";
import { askedByPhone, personWith } from "@/lib/testing/console";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { mergeRecords } from "@/lib/testing/merge-records";
import { receiveInto } from "@/lib/testing/received-events";
import { numbersFrom, sendList } from "@/lib/testing/sent-list";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
let receive: Awaited<ReturnType<typeof receiveInto>>;

beforeAll(async () => {
  gateway = await freshGateway();
  const account = { accountId: "", secret: "a secret of thirty-two characters or more" };
  receive = await receiveInto(gateway.database.db, account);
});

const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  gateway.run(op, input, { ...personWith("campaign_manager"), name: "Ines Duarte" }) as Promise<OutputOf<Op>>;

const post = (role: "support" | "viewer" | "campaign_manager", body: unknown, path = "person") =>
  gateway.ask(role, "POST", `/api/console/do-not-call/${path}`, { body: JSON.stringify(body) });

const personBy = async (key: InputOf<typeof findPerson>): Promise<Person> => {
  const { status, json } = await post("support", key);
  expect(status).toBe(200);
  return json.raw ?? json;
};

const numberAt = (nth: number) => numbersFrom(700_000 + nth, 1)[0] ?? "";
const call = (call_id: string, number: string, fields: Record<string, unknown> = {}) => ({
  ...{ call_id, to_number: number, from_number: "+12125550100", direction: "outbound" },
  ...{ started_at: "2026-11-20T09:00:00Z", ended_at: "2026-11-20T09:00:40Z", ended_reason: "customer-did-not-answer" },
  ...fields,
});

async function storeRecord(resource: string, ref: string, record: Record<string, unknown>) {
  const { db } = gateway.database;
  const saved = {
    accountId: "",
    resource,
    ref,
    name: null,
    lastStatusWord: String(record.status),
    lastSeenAt: new Date(),
  };
  await db.insert(savedTable).values({ ...saved, name: typeof record.name === "string" ? record.name : null });
  await storeVersion(db, { accountId: "", resource, ref, answer: answerOf(record), at: new Date() });
  if (resource === "calls") await mergeRecords(db, "", ref);
}

test("says that no call was seen before the first event arrived", async () => {
  const person = await personBy({ number: numberAt(0) });
  expect(person).toMatchObject({ calls: [], calls_since: null, sent: [], waiting: [], blocked: null, name: null });
});

test("lists the calls that events name, newest first, those in progress included", async () => {
  const number = numberAt(1);
  await receive(
    call("n13-1", number, { customer_name: "Rosa Strauß", campaign_id: "c-n13" }),
    call("n13-2", number, { started_at: "2026-11-21T09:00:00Z", ended_at: "2026-11-21T09:01:40Z" }),
    {
      ...{ event: "call.started", call_id: "n13-3", to_number: number, direction: "outbound" },
      started_at: "2026-11-22T09:00:00Z",
    },
    call("n13-other", numberAt(2)),
  );
  const person = await personBy({ number: `0049 (0)${number.slice(3, 5)} ${number.slice(5)}` });
  expect(person).toMatchObject({
    number,
    name: "Rosa Strauß",
    kind: "landline",
    country: "DE",
    zones: ["Europe/Berlin"],
  });
  expect(person.calls.map(({ call_id, is_over }) => [call_id, is_over])).toEqual([
    ["n13-3", false],
    ["n13-2", true],
    ["n13-1", true],
  ]);
  expect(person.calls[2]).toMatchObject({ reason: "customer-did-not-answer", campaign_id: "c-n13" });
  expect(person.calls_since).not.toBeNull();
  expect(await personBy({ number: numberAt(9) })).toMatchObject({ calls: [], calls_since: person.calls_since });
});

test("unites a call of events with the platform's record of it, and adds calls that only a record names", async () => {
  const number = numberAt(3);
  const spelled = `+49 (0)${number.slice(3, 5)} ${number.slice(5, 8)}-${number.slice(8)}`;
  await receive({ event: "call.started", call_id: "both", to_number: number, started_at: "2026-11-20T09:00:00Z" });
  const record = { to_number: spelled, from_number: "+12125550100", direction: "outbound", customer_name: "Bo Lind" };
  const ended = { status: "completed", ended_reason: "voicemail", started_at: "2026-11-20T09:00:00Z" };
  await storeRecord("calls", "both", { ...record, ...ended, ended_at: "2026-11-20T09:00:30Z" });
  await storeRecord("calls", "read", { ...record, ...ended, started_at: "2026-11-19T09:00:00Z" });
  const inbound = { direction: "inbound", from_number: "+12125550199", to_number: number };
  await storeRecord("calls", "ours", { ...record, ...ended, ...inbound });
  const { calls, name } = await personBy({ number });
  expect(calls).toMatchObject([
    { call_id: "both", is_over: true, reason: "voicemail", events: 1 },
    { call_id: "read", is_over: true, reason: "voicemail", events: 0 },
  ]);
  expect(name).toBe("Bo Lind");
});

test("says in which campaigns a person waits, and not in those that ended or reached them", async () => {
  const number = numberAt(4);
  await storeRecord("campaigns", "w-run", { name: "Spring green energy offer", status: "running" });
  await storeRecord("campaigns", "w-pause", { name: "Boiler service reminders", status: "paused" });
  await storeRecord("campaigns", "w-done", { name: "Winter renewals", status: "completed" });
  await storeRecord("campaigns", "w-met", { name: "Meter reading", status: "running" });
  await sendList(ask, "w-pause", [number], 1);
  await receive(
    call("w-1", number, { campaign_id: "w-run" }),
    call("w-2", number, { campaign_id: "w-run", started_at: "2026-11-21T09:00:00Z", ended_reason: "customer-busy" }),
    call("w-3", number, { campaign_id: "w-done" }),
    call("w-4", number, { campaign_id: "w-met", ended_reason: "customer-ended-call", duration_seconds: 31 }),
  );
  const { waiting, sent } = await personBy({ number });
  expect(waiting).toEqual([
    {
      campaign_id: "w-run",
      name: "Spring green energy offer",
      status: "running",
      attempts: 2,
      last_result: "customer-busy",
    },
    { campaign_id: "w-pause", name: "Boiler service reminders", status: "paused", attempts: 0, last_result: null },
  ]);
  expect(sent).toMatchObject([{ campaign_name: "Boiler service reminders", row: 2, file_name: "spring – leads.csv" }]);
});

test("says that a person waits when they were reached, and then sent to the campaign again", async () => {
  const number = numberAt(10);
  await storeRecord("campaigns", "w-again", { name: "Spring again", status: "running" });
  await receive(call("again-1", number, { campaign_id: "w-again", ended_reason: "customer-ended-call" }));
  expect((await personBy({ number })).waiting).toEqual([]);
  await sendList(ask, "w-again", [number], 1);
  expect((await personBy({ number })).waiting).toMatchObject([{ campaign_id: "w-again", attempts: 0 }]);
});

test("finds and blocks a person by a call whose number is hidden, for support", async () => {
  const number = numberAt(5);
  await receive(call("hidden", number));
  expect((await gateway.run(findPerson, { call_id: "hidden" }, personWith("support"))) as Person).toMatchObject({
    number,
  });
  const entry = { numbers: [], call_id: "hidden", reason: "asked", source: "from a call", dated: null, until: null };
  expect(
    (await gateway.ask("support", "POST", "/api/console/do-not-call", { body: JSON.stringify(entry) })).status,
  ).toBe(200);
  expect((await personBy({ number })).blocked).toMatchObject({ reason: "asked", source: "from a call", by: "support" });
  expect((await post("support", { call_id: "unheard of" })).status).toBe(404);
  expect((await post("support", {})).status).toBe(400);
  expect((await post("viewer", { number })).status).toBe(403);
});

test("refuses to remove a number without a reason, and keeps the reason in the audit log", async () => {
  const number = numberAt(6);
  await ask(addDoNotCall, { numbers: [number], ...askedByPhone });
  const id = (await ask(listDoNotCall, { number })).latest[0]?.id ?? "";
  const remove = (reason?: string) => post("campaign_manager", { reason }, `${id}/remove`);
  for (const none of [undefined, "", "  \n", "\u200b\u2060\u00ad", "\u3164\u2800", "\u202a\u202c"]) {
    const { status, text } = await remove(none);
    expect({ none, status, text }).toMatchObject({ status: 400, text: expect.stringContaining("reason") });
  }
  expect((await ask(listDoNotCall, { number })).latest).toHaveLength(1);
  expect((await remove(" Gave consent by letter ")).status).toBe(200);
  expect((await ask(listDoNotCall, { number })).latest).toEqual([]);
  const { data } = (await gateway.read("admin", "/api/console/audit?action=do-not-call.remove&limit=1")).json;
  expect(JSON.stringify(data[0])).toContain("Gave consent by letter");
});

test("leaves a looked-up number out of the log and the audit log", async () => {
  const number = numberAt(7);
  expect((await post("support", { number })).status).toBe(200);
  expect((await post("support", { number: `${number}9999999` })).status).toBe(400);
  const { rows } = await gateway.database.pool.query("select t::text as line from console.audit_event as t");
  const lines = [...gateway.logged, ...rows.map(({ line }) => String(line))].join("\n");
  expect(lines).toContain("do-not-call.person");
  expect(lines).not.toContain(number.slice(1));
});

test("hides the number from support, who still finds and blocks the person by their call", async () => {
  const number = numberAt(8);
  await receive(call("masked", number, { customer_name: "Cy Holt" }));
  const on = { body: JSON.stringify({ is_on: true }) };
  expect((await gateway.ask("admin", "POST", "/api/console/masking", on)).status).toBe(200);
  for (const key of [{ call_id: "masked" }, { number: `0049 ${number.slice(3)}` }]) {
    const { status, text } = await post("support", key);
    expect(status).toBe(200);
    expect(text).toContain("Cy Holt");
    expect(text).not.toContain(number.slice(-8));
  }
  const entry = {
    numbers: [],
    call_id: "masked",
    reason: "complaint",
    source: "from a call",
    dated: null,
    until: null,
  };
  const blocked = await gateway.ask("support", "POST", "/api/console/do-not-call", { body: JSON.stringify(entry) });
  expect(blocked.json).toMatchObject({ added: 1, already: 0 });
  expect(await ask(findPerson, { number })).toMatchObject({ number, blocked: { reason: "complaint" } });
});
