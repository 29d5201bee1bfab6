import { createHmac } from "node:crypto";
import { readdir } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { desc, eq, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import {
  addAddress,
  listAddresses,
  removeAddress,
  setSigning,
  showAddress,
} from "@/lib/contract/console/inbox/addresses";
import { listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import {
  choosePath,
  exportReceived,
  getReceived,
  listOther,
  listReceived,
  openBody,
} from "@/lib/contract/console/inbox/received";
import type { InputOf } from "@/lib/contract/inputs";
import {
  arrivalTable,
  bodyTable,
  eventTable,
  foundCallTable,
  hookAddressTable,
  unknownRequestTable,
} from "@/lib/db/console/tables/inbox";
import { fileStream } from "@/lib/gateway/masked-answer";
import { personWith } from "@/lib/testing/console";
import { freshInbox } from "@/lib/testing/inbox";
import { largestBodyBytes } from "./take-body";

const uploaded = new Map([["447700900418", "camp_by_upload"]]);
const inbox = await freshInbox({ campaignsOf: async () => uploaded });
const { db, ask, post, readAll, url } = inbox;

beforeEach(async () => {
  for (const table of [arrivalTable, bodyTable, eventTable, foundCallTable, unknownRequestTable])
    await db.delete(table);
});

const json = { "content-type": "application/json" };
const events = async () => (await ask(listReceived, {})).data;
const calls = async () => (await ask(listFoundCalls, {})).data;
const newestArrival = async () => (await db.select().from(arrivalTable).orderBy(desc(arrivalTable.at)).limit(1))[0];

const ended = {
  type: "call.ended",
  timestamp: "2026-11-20T09:01:00Z",
  data: {
    ...{ id: "call_1", session_id: "s_1", status: "ended", direction: "outbound", campaign_id: "camp_1" },
    ...{ from_number: "+12125550100", to_number: "+447700900417", customer_name: "Ana Reis" },
    ...{ started_at: "2026-11-20T09:00:00Z", ended_at: "2026-11-20T09:00:40Z", ended_reason: "customer-ended-call" },
    duration_seconds: 40,
  },
};

test("answers with a receipt once an event is stored, and makes its call", async () => {
  const response = await post(JSON.stringify(ended), { ...json, "webhook-id": "log_1" });
  const { received, id } = await response.json();
  expect([response.status, received, response.headers.get("x-receipt-id")]).toEqual([200, true, id]);
  expect(await newestArrival()).toMatchObject({ id, eventId: null });
  await readAll();
  expect(await events()).toMatchObject([
    { name: "call.ended", delivery_id: "log_1", call_id: "call_1", contact: "447700900417", own_number: "12125550100" },
  ]);
  expect(await calls()).toMatchObject([
    { call_id: "call_1", contact_name: "Ana Reis", reason: "customer-ended-call", seconds: 40, is_over: true },
  ]);
});

test.each([
  ["a form", "CallSid=CA1&CallStatus=completed&From=%2B12125550100&To=%2B447700900417", {}],
  [
    "an envelope",
    JSON.stringify({ message: { type: "end-of-call-report", call: { id: "CA1" }, endedReason: "hangup" } }),
    json,
  ],
  [
    "a flat body with a wrong type",
    JSON.stringify({ call_id: "CA1", status: "completed" }),
    { "content-type": "text/plain" },
  ],
  ["JSON with a byte order mark and NUL", `\uFEFF${JSON.stringify({ call_id: "CA1", note: "a\u0000b" })}`, json],
  ["a call inside a text", JSON.stringify({ event: "x", call: JSON.stringify({ id: "CA1" }) }), json],
])("finds the call in %s", async (_, body, headers) => {
  expect((await post(body, headers)).status).toBe(200);
  await readAll();
  expect((await events()).map(({ call_id, fault }) => [call_id, fault])).toEqual([["CA1", null]]);
});

test("reads on when the keys of one event hold what the database refuses", async () => {
  await post('{"event":"x","da\\u0000ta\\ud800":{"call_id":"c\\u0000 1","status":"ended"}}');
  await post('{"event":"x","call_id":"c2"}');
  await readAll();
  expect((await events()).map(({ call_id, fault }) => [call_id, fault])).toEqual([
    ["c2", null],
    [null, null],
  ]);
});

test("keeps an event whose facts the database rejects, and reads the others", async () => {
  await db.execute(sql`alter table console.hook_event add constraint refused check (name <> 'refused')`);
  onTestFinished(async () => void (await db.execute(sql`alter table console.hook_event drop constraint refused`)));
  await post('{"event":"refused","call_id":"c1"}');
  await post('{"event":"x","call_id":"c2"}');
  await readAll();
  expect((await events()).map(({ call_id, fault }) => [call_id, fault])).toEqual([
    ["c2", null],
    [null, "Its facts could not be stored."],
  ]);
});

test("unpacks gzip, and keeps every digit of a long number", async () => {
  const body = new Uint8Array(gzipSync('{"event":"call.started","call_id":12345678901234567890}'));
  await post(body, { ...json, "content-encoding": "gzip" });
  await readAll();
  expect(await events()).toMatchObject([{ call_id: "12345678901234567890" }]);
});

test("reads an event without a body from its address, as GET and with a slash", async () => {
  expect((await fetch(`${url}/?status=completed&uuid=1&call_id=CA9`)).status).toBe(200);
  await readAll();
  expect(await events()).toMatchObject([{ call_id: "CA9", status: "completed" }]);
});

test("stores a chunked body, a body that nobody can read, and wrong UTF-8", async () => {
  await new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: "PUT" }, (response) => response.resume().on("end", resolve));
    request.on("error", reject);
    request.write('{"call_id":');
    request.end('"CA2"}');
  });
  await post("<xml/>");
  await post(new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]));
  await readAll();
  expect((await events()).map(({ call_id, fault }) => [call_id, fault])).toEqual([
    [null, null],
    [null, "It is neither JSON nor a form."],
    ["CA2", null],
  ]);
});

test("keeps the first part of a body beyond the limit, and answers 200", async () => {
  const body = "a".repeat(largestBodyBytes + 5);
  expect((await post(body)).status).toBe(200);
  expect(await newestArrival()).toMatchObject({ isCut: true, size: body.length });
  const [stored] = await db.select().from(bodyTable);
  expect(stored?.body.length).toBe(256 * 1024);
  await readAll();
  expect((await ask(listOther, {})).data).toMatchObject([{ is_cut: true, size: body.length }]);
});

test.each([
  ["the header of a delivery", { "svix-id": "d1" }, { a: 1 }, { a: 2 }],
  ["the ID of the event", {}, { id: "e1", type: "x", at: 1 }, { id: "e1", type: "x", at: 2 }],
  ["the same bytes", {}, { call_id: "C" }, { call_id: "C" }],
])("shows repeated requests as one event by %s", async (_, headers, first, second) => {
  for (const body of [first, second]) await post(JSON.stringify(body), { ...json, ...headers });
  await readAll();
  const [event, ...more] = await events();
  expect([event?.arrivals, more]).toEqual([2, []]);
  const { data } = await ask(getReceived, { event_id: event?.id ?? "" });
  expect(data.all_arrivals).toHaveLength(2);
});

test("reads each event of a list once, shows its own part, and finds a repeated list", async () => {
  const list = ["c1", "c2"].map((id) => ({
    event: "call.ended",
    id: `evt_${id}`,
    call_id: id,
    transcript: `said in ${id}`,
  }));
  for (const _ of [1, 2]) await post(JSON.stringify(list), { ...json, "webhook-id": "log_1" });
  await readAll();
  const found = await events();
  expect(found.map(({ call_id, arrivals, delivery_id }) => [call_id, arrivals, delivery_id])).toEqual([
    ["c2", 2, "log_1"],
    ["c1", 2, "log_1"],
  ]);
  const ofSecond = { event_id: found[0]?.id ?? "" };
  const { all_arrivals, item, items } = (await ask(getReceived, ofSecond)).data;
  expect([all_arrivals.length, item, items]).toEqual([2, 1, 2]);
  expect(JSON.parse((await ask(openBody, ofSecond)).text)).toEqual(list[1]);
  await ask(choosePath, { event: "call.ended", fact: "session", path: "id" });
  await readAll();
  expect((await events()).map(({ session_id }) => session_id)).toEqual(["evt_c2", "evt_c1"]);
  await ask(choosePath, { event: "call.ended", fact: "session", path: "" });
  expect((await calls()).map(({ call_id }) => call_id).toSorted()).toEqual(["c1", "c2"]);
});

test("exports events as filtered, and not to a role that may not see content", async () => {
  for (const call_id of ["c1", "c2"]) await post(JSON.stringify({ event: "x", call_id, to_number: "+447700900417" }));
  await readAll();
  const { send } = await ask(exportReceived, { call_id: "c2" });
  const parts: (string | Uint8Array)[] = [];
  const stream = fileStream({ name: "", contentType: "", send });
  expect(await stream.send(async (text) => void parts.push(text))).toBe(1);
  expect(parts.join("").split("\r\n")[1]).toContain(",x,'+447700900417,");
  expect(exportReceived.allow).not.toContain("campaign_manager");
});

test("makes the same call when its events come in another order, and an end stays an end", async () => {
  const started = {
    ...ended,
    type: "call.started",
    data: { ...ended.data, status: "ringing", ended_at: null, ended_reason: null },
  };
  for (const order of [
    [started, ended],
    [ended, started],
  ]) {
    await db.delete(arrivalTable);
    await db.delete(eventTable);
    for (const body of order) await post(JSON.stringify(body), json);
    await readAll();
    expect(await calls()).toMatchObject([{ status: "ended", reason: "customer-ended-call", is_over: true, events: 2 }]);
  }
});

test("echoes a challenge, and keeps checks apart from events", async () => {
  for (const query of ["?hub.challenge=abc", "?validationToken=abc", "?challenge=abc"])
    expect(await (await fetch(url + query)).text()).toBe("abc");
  expect(await (await post('{"type":"url_verification","challenge":"xyz"}', json)).text()).toBe("xyz");
  expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
  await readAll();
  expect(await events()).toEqual([]);
  expect((await ask(listOther, {})).data.map(({ kind }) => kind)).toEqual(Array(5).fill("check"));
});

test("counts requests to unknown and removed addresses, and keeps 200 rows of a scanner's", async () => {
  const statusAt = async (token: string) => (await fetch(`${inbox.origin}/hooks/${token}`, { method: "POST" })).status;
  for (const _ of [1, 2]) expect(await statusAt("aaaa")).toBe(404);
  const [address] = await db.select().from(hookAddressTable);
  await ask(removeAddress, { address_id: address?.id ?? "" });
  await inbox.receiver.changed();
  expect((await post("{}")).status).toBe(410);
  const unknownRequests = async () =>
    (await ask(listOther, {})).data.map(({ kind, stray }) => [kind, stray?.count, stray?.last_four, stray?.client]);
  await expect.poll(unknownRequests).toEqual([
    ["removed", 1, inbox.token.slice(-4), "127.0.0.1"],
    ["unknown", 2, "aaaa", "127.0.0.1"],
  ]);
  const tokens = Array.from({ length: 300 }, (_, nth) =>
    [...String(nth)].map((digit) => "abcdefghij"[Number(digit)]).join(""),
  );
  await Promise.all(tokens.map((token) => statusAt(`z${token.padStart(3, "a")}`)));
  await expect.poll(async () => (await unknownRequests()).length).toBe(200);
  expect(await db.$count(unknownRequestTable)).toBe(200);
  await db
    .update(hookAddressTable)
    .set({ removedAt: null })
    .where(eq(hookAddressTable.id, address?.id ?? ""));
  await inbox.receiver.changed();
});

test("stores no secret of the sender, and masks our address in what it echoes", async () => {
  const body = JSON.stringify({ call_id: "C1", hook: url, transcript: "what was said" });
  await post(body, { ...json, authorization: "Bearer abc", "x-signature": "abc" });
  const arrival = await newestArrival();
  expect(arrival?.headers).toMatchObject({ authorization: "••• 10 characters", "x-signature": "••• 3 characters" });
  await readAll();
  const [event] = await events();
  const { text } = await ask(openBody, { event_id: event?.id ?? "" });
  expect(text).not.toContain(inbox.token);
  const asManager = await ask(getReceived, { event_id: event?.id ?? "" }, personWith("campaign_manager"));
  expect(JSON.stringify(asManager)).not.toContain("what was said");
  expect(asManager.data.choices).toEqual([]);
});

test("takes the campaign of an upload from here when events name none", async () => {
  await post(JSON.stringify({ event: "call.started", call_id: "c1", to_number: "+447700900418" }));
  await post(JSON.stringify({ event: "call.started", call_id: "c2", to_number: "+447700900419" }));
  await readAll();
  const found = (await calls()).map(({ call_id, campaign_id }) => [call_id, campaign_id]).toSorted();
  expect(found).toEqual([
    ["c1", "camp_by_upload"],
    ["c2", null],
  ]);
});

test("stores and marks a wrong signature, refuses it once told to, and takes one over the unpacked text", async () => {
  const [address] = await db.select().from(hookAddressTable);
  const signing = {
    address_id: address?.id ?? "",
    signing: "hmac",
    header: "X-Signature",
    secret: "a secret of the platform",
  } as const;
  const set = async (refuses_unsigned: boolean) => {
    await ask(setSigning, { ...signing, refuses_unsigned });
    await inbox.receiver.changed();
  };
  const body = JSON.stringify({ event: "x", call_id: "c1" });
  const signature = createHmac("sha256", "a secret of the platform").update(body).digest("hex");
  const packed = new Uint8Array(gzipSync(body));
  await set(false);
  expect((await post(body, { "x-signature": "wrong" })).status).toBe(200);
  expect((await newestArrival())?.verdict).toBe("failed");
  await set(true);
  expect((await post(body, { "x-signature": "wrong" })).status).toBe(401);
  expect((await post(packed, { "x-signature": signature, "content-encoding": "gzip" })).status).toBe(200);
  await readAll();
  expect((await events()).map(({ verdict, arrivals }) => [verdict, arrivals])).toEqual([
    ["signed", 1],
    ["failed", 1],
  ]);
  expect((await ask(listOther, {})).data.map(({ kind }) => kind)).toEqual(["refused"]);
  await ask(setSigning, { ...signing, signing: "none", refuses_unsigned: false });
  await inbox.receiver.changed();
});

test("takes the events of others while one sender's slow bodies have all places", async () => {
  const { url: otherUrl } = await ask(showAddress, {
    address_id: (await ask(addAddress, { name: "Other" })).data.id,
  });
  await inbox.receiver.changed();
  let ended = 0;
  const send = () => {
    const request = httpRequest(url, { method: "POST", agent: false });
    request.on("error", () => {});
    request.on("close", () => (ended += 1));
    request.write("{");
    return request;
  };
  const slow = Array.from({ length: 220 }, send);
  const trickle = setInterval(() => {
    for (const [nth, request] of slow.entries())
      if (request.destroyed) slow[nth] = send();
      else request.write(" ");
  }, 200);
  onTestFinished(() => {
    clearInterval(trickle);
    for (const request of slow) request.destroy();
  });
  // One of them was ended, so all places are taken.
  await expect.poll(() => ended).toBeGreaterThan(0);
  const statuses = new Set<number>();
  for (let nth = 0; nth < 40; nth += 1) statuses.add((await fetch(otherUrl, { method: "POST", body: "{}" })).status);
  expect([...statuses]).toEqual([200]);
});

test("takes an event whose sender waits for 100 Continue", async () => {
  const status = await new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: "POST", headers: { expect: "100-continue" } }, (response) =>
      resolve(response.resume().statusCode),
    );
    request.on("error", reject);
    request.on("continue", () => request.end('{"call_id":"c1"}'));
    request.flushHeaders();
  });
  expect(status).toBe(200);
});

test("leaves nothing on disk while the database answers", async () => {
  await post("{}");
  expect(await readdir(inbox.directory)).toEqual([]);
});

test("finds an event by its delivery, and counts no test event as the platform's", async () => {
  await post(JSON.stringify({ type: "switchboard.test", id: "test_1" }), json);
  await readAll();
  expect((await ask(listAddresses, {})).setup).toMatchObject({ first_event_at: null, counts: { events: 0 } });
  await post(JSON.stringify(ended), { ...json, "webhook-id": "log_1" });
  await readAll();
  expect((await ask(listAddresses, {})).setup.first_event_at).not.toBeNull();
  const found = async (filter: InputOf<typeof listReceived>) =>
    (await ask(listReceived, filter)).data.map(({ name }) => name);
  expect(await found({ delivery_id: "log_1" })).toEqual(["call.ended"]);
  expect(await found({ delivery_id: "log_2" })).toEqual([]);
});
