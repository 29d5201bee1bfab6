import type { Console } from "@/lib/console/console";
import { startCampaign } from "@/lib/contract/api/campaigns";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { alertMessageTable, alertTable } from "@/lib/db/console/tables/alerts";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { collectorSettingTable, deliveryChangeTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { arrivalTable, bodyTable, eventTable, foundCallTable } from "@/lib/db/console/tables/inbox";
import { driftTable, savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { personWith } from "./console";
import { storeDeliveries } from "./store-deliveries";

export const accountId = "one organization";
const at = new Date("2026-11-20T10:00:00Z");

type Fresh = {
  db: Database;
  console: Console;
  ask: <Op extends Operation>(op: Op, input: InputOf<Op>) => Promise<OutputOf<Op>>;
};

/** Stores a person in every kind of row, with their number in several spellings. */
export async function storePerson(
  { db, ask, console }: Fresh,
  { phone, name, id }: { phone: string; name: string; id: string },
) {
  const digits = phone.slice(1);
  const national = `(${digits.slice(1, 4)}) ${digits.slice(4, 7)}-${digits.slice(7)}`;
  const call = {
    id: `call_${id}`,
    status: "ended",
    to: phone,
    customer_name: name,
    transcript: [{ text: `I am ${name}` }],
  };
  await storeDeliveries(db, [
    {
      accountId,
      webhookId: "w",
      status: "failed",
      key: `d_${id}`,
      raw: { id, data: { to: national, contact_name: name } },
      firstSeenAt: at,
      changedAt: at,
    },
  ]);
  await db
    .insert(deliveryChangeTable)
    .values({ accountId, key: `d_${id}`, seenAt: at, field: "error", before: national, after: phone });
  const seen = { accountId, seenAt: at, lastSeenAt: at, hash: id };
  await db.insert(recordVersionTable).values([
    { ...seen, resource: "calls", ref: call.id, record: call },
    {
      ...seen,
      resource: "campaigns",
      ref: `camp_${id}`,
      record: { id: `camp_${id}`, name: "Reminders", contacts: [{ name, phone }] },
    },
  ]);
  const [event] = await db
    .insert(eventTable)
    .values({
      accountId,
      identity: id,
      addressId: "a",
      firstAt: at,
      lastAt: at,
      arrivals: 1,
      size: 9,
      verdict: "signed",
      shape: "s",
      isOver: true,
      callRef: call.id,
      contact: digits,
      contactName: name,
      paths: {},
    })
    .returning();
  const arrival = {
    accountId,
    addressId: "a",
    at,
    kind: "event",
    verdict: "signed",
    method: "POST",
    query: "",
    headers: {},
    size: 9,
    isCut: false,
  } as const;
  await db
    .insert(arrivalTable)
    .values({ ...arrival, id: `rcv_${id}`, query: `to=%2B${digits}`, eventId: event?.id ?? null });
  await db.insert(bodyTable).values({ arrivalId: `rcv_${id}`, at, body: Buffer.from(JSON.stringify(call)) });
  await db.insert(foundCallTable).values({
    accountId,
    ref: call.id,
    at,
    isOver: true,
    firstEventAt: at,
    lastEventAt: at,
    events: 1,
    contact: digits,
    contactName: name,
  });
  await db
    .insert(savedTable)
    .values({ accountId, resource: "calls", ref: call.id, name: `Call with ${name}`, label: national });
  await db.insert(driftTable).values({
    accountId,
    operation: "calls.get",
    path: `to ${id}`,
    kind: "unknown-field",
    word: "",
    came: phone,
    firstSeenAt: at,
    lastSeenAt: at,
    times: 1,
  });
  await db.insert(alertTable).values({
    id: `al_${id}`,
    accountId,
    rule: "call_long",
    ref: call.id,
    state: "open",
    tone: "wait",
    subject: name,
    isPhone: false,
    message: `Call with ${name}`,
    why: `${national} rings`,
    href: "/",
    link: "",
    fingerprint: "f",
    since: at,
    lastAt: at,
    clearedAt: at,
  });
  await db.insert(alertMessageTable).values({
    id: `am_${id}`,
    accountId,
    recipient: "r",
    kind: "email",
    to: "x@y.example",
    state: "sent",
    isHeld: false,
    createdAt: at,
    dueAt: at,
    items: [
      { alertId: `al_${id}`, title: `Call with ${name}`, why: phone, href: `/calls/${call.id}`, rule: "r", since: "s" },
    ],
  });
  await db.insert(plannedActionTable).values({
    id: `pl_${id}`,
    accountId,
    campaignId: "c1",
    action: "pause",
    at,
    local: "l",
    zone: "UTC",
    personId: "p",
    by: "Mara",
    plannedAt: at,
    state: "done",
    message: `No calls to ${national}`,
    because: phone,
  });
  await db
    .insert(collectorSettingTable)
    .values({ name: `note ${id}`, value: { note: `Ask ${phone}` }, setBy: "Mara", setAt: at });
  const entry = await console.audit.begin({
    op: startCampaign,
    person: personWith("admin"),
    target: call.id,
    request: "POST /v1/x",
    requestId: `r_${id}`,
    address: null,
    detail: { name: `Call with ${name}`, file: `${phone}.csv` },
  });
  await console.audit.finish(entry, {
    outcome: "refused",
    status: 400,
    message: `No: ${national}`,
    body: JSON.stringify(call),
  });
  await ask(addDoNotCall, { numbers: [phone], reason: "asked", source: "by phone", dated: null, until: "2026-11-01" });
}
