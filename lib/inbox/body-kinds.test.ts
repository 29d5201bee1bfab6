import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { getReceived, listReceived, openBody } from "@/lib/contract/console/inbox/received";
import { arrivalTable, bodyTable, eventTable, foundCallTable, pathTable } from "@/lib/db/console/tables/inbox";
import { freshInbox } from "@/lib/testing/inbox";

const { db, ask, post, readAll } = await freshInbox();

beforeEach(async () => {
  for (const table of [arrivalTable, bodyTable, eventTable, foundCallTable, pathTable]) await db.delete(table);
});

const json = { "content-type": "application/json" };
const events = async () => (await ask(listReceived, {})).data.toReversed();
const calls = async () => (await ask(listFoundCalls, {})).data.map(({ call_id }) => call_id).toSorted();
const ended = (nth: number) => ({
  ...{ event: "call.ended", event_id: `ev-${nth}` },
  call: { id: `c${nth}`, to_number: `+493023125001${nth}`, from_number: "+12125550100", status: "ended" },
});
const unnamed = (nth: number) => ({ event_id: `ev-${nth}`, call: ended(nth).call });
const named = (nth: number) => ({ call_id: `c${nth}`, status: "ended" });

test.each<[string, unknown, string[]]>([
  ["under events", { events: [ended(1), ended(2)] }, ["c1", "c2"]],
  ["with other keys beside it", { id: "b1", count: 2, status: "ok", deliveries: [ended(1), ended(2)] }, ["c1", "c2"]],
  ["under the name of the event", { "call.ended": [unnamed(1), unnamed(2)] }, ["c1", "c2"]],
  ["under two names", { "call.ended": [unnamed(1)], "call.failed": [unnamed(2)] }, ["c1", "c2"]],
  ["in data beside the name", { type: "call.ended", id: "b1", data: [named(1), named(2)] }, ["c1", "c2"]],
  ["inside an envelope", { payload: { events: [ended(1), ended(2)] } }, ["c1", "c2"]],
  ["of one", { events: [ended(1)] }, ["c1"]],
  ["as JSON in a text", { events: JSON.stringify([ended(1), ended(2)]) }, ["c1", "c2"]],
  ["of texts", [JSON.stringify(ended(1)), JSON.stringify(ended(2))], ["c1", "c2"]],
  ["in a list", [[ended(1), ended(2)]], ["c1", "c2"]],
])("reads each event of a list %s", async (_, body, ids) => {
  expect((await post(JSON.stringify(body), json)).status).toBe(200);
  await readAll();
  expect((await events()).map(({ call_id, fault }) => [call_id, fault])).toEqual(ids.map((id) => [id, null]));
  expect(new Set((await events()).map(({ name }) => name?.slice(0, 5)))).toEqual(new Set(["call."]));
  expect(await calls()).toEqual(ids);
});

test("shows each event its own part, and takes the campaign beside the list", async () => {
  const body = { campaign_id: "k1", events: [ended(1), { ...ended(2), campaign_id: "k2" }] };
  await post(JSON.stringify(body), json);
  await readAll();
  const [first, second] = await events();
  expect([first?.campaign_id, second?.campaign_id]).toEqual(["k1", "k2"]);
  expect(JSON.parse((await ask(openBody, { event_id: second?.id ?? "" })).text)).toEqual(body.events[1]);
  expect((await ask(getReceived, { event_id: second?.id ?? "" })).data).toMatchObject({ item: 1, items: 2 });
});

test.each<[string, unknown]>([
  [
    "the history of a call",
    { event: "call.ended", data: { ...named(1), history: [{ type: "ringing" }, { type: "up" }] } },
  ],
  ["the attempts of a call", { event: "call.ended", call: { id: "c1" }, data: [{ type: "try", call_id: "x1" }] }],
  ["what was said", { event: "call.ended", call_id: "c1", messages: [ended(1)] }],
])("reads one event that holds %s", async (_, body) => {
  await post(JSON.stringify(body), json);
  await readAll();
  expect((await events()).map(({ call_id, fault }) => [call_id, fault])).toEqual([["c1", null]]);
});

test.each<[string, unknown, string]>([
  [
    "of calls in an event of a campaign",
    { event: "campaign.started", campaign_id: "k1", calls: [named(1), named(2)] },
    "It holds a list under “calls”, which is not read as events.",
  ],
  ["without entries", [], "It is an empty list."],
  ["of numbers", [1, 2], "It is a list without events."],
  ["with other entries", [ended(1), null], "1 of the 2 entries of its list are no events."],
])("says what is not read of a list %s", async (_, body, fault) => {
  await post(JSON.stringify(body), json);
  await readAll();
  expect((await events()).map((event) => event.fault)).toEqual([fault]);
});

const one = JSON.stringify(ended(1));
const wide = Buffer.from(`\uFEFF${one}`, "utf16le");
const boundary = "----x";
const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="payload"\r\n\r\n${one}\r\n--${boundary}--\r\n`;
const packedBy = (encoding: string) => ({ ...json, "content-encoding": encoding });

test.each<[string, string | Buffer, Record<string, string>]>([
  ["JSON as text", one, { "content-type": "text/plain; charset=utf-8" }],
  ["JSON of another type", one, { "content-type": "application/cloudevents+json" }],
  ["JSON without a type", one, { "content-type": "" }],
  ["JSON inside a string of JSON", JSON.stringify(one), json],
  ["one value a line", `${one}\n${JSON.stringify(ended(2))}\n`, { "content-type": "application/x-ndjson" }],
  ["a sequence of JSON texts", `\u001e${one}\n\u001e${JSON.stringify(ended(2))}\n`, json],
  ["UTF-16 with its mark", wide, json],
  ["UTF-16 by its charset", wide.subarray(2), { "content-type": "application/json; charset=utf-16le" }],
  ["a charset that does not exist", one, { "content-type": "application/json; charset=none" }],
  ["a form with JSON", new URLSearchParams({ payload: one }).toString(), {}],
  ["a form of JSON alone", encodeURIComponent(one), { "content-type": "application/x-www-form-urlencoded" }],
  ["a form with names in brackets", "event=call.ended&call[id]=c1&call[status]=ended", {}],
  ["a multipart form", multipart, { "content-type": `multipart/form-data; boundary=${boundary}` }],
  ["gzip", gzipSync(one), packedBy("gzip")],
  ["gzip without its header", gzipSync(one), json],
  ["deflate", deflateSync(one), packedBy("deflate")],
  ["deflate without its own header", deflateRawSync(one), packedBy("deflate")],
  ["Brotli", brotliCompressSync(one), packedBy("br")],
  ["two encodings", gzipSync(brotliCompressSync(one)), packedBy("br, gzip")],
  ["a header that a proxy left", one, packedBy("gzip")],
])("finds the call in %s", async (_, body, headers) => {
  expect((await post(typeof body === "string" ? body : new Uint8Array(body), headers)).status).toBe(200);
  await readAll();
  const [event] = await events();
  expect([event?.call_id, event?.fault]).toEqual(["c1", null]);
});

test("takes name and ID of a CloudEvent from its headers, and the name that SNS carries", async () => {
  const headers = { ...json, "ce-type": "call.ended", "ce-id": "ce-1", "ce-source": "/calls" };
  for (const _ of [1, 2]) await post(JSON.stringify({ call: { id: "c1", status: "ended" } }), headers);
  const carried = { Type: "Notification", MessageId: "m1", TopicArn: "arn:aws:sns:x", Message: one };
  await post(JSON.stringify(carried), { "content-type": "text/plain" });
  await readAll();
  expect((await events()).map(({ name, delivery_id, arrivals }) => [name, delivery_id, arrivals])).toEqual([
    ["call.ended", "ce-1", 2],
    ["call.ended", null, 1],
  ]);
});

test.each([
  ["an empty body", "", "It has no body."],
  ["blanks", " \n", "It has no body."],
  ["JSON that ends early", one.slice(0, 40), "It looks like JSON, but cannot be read."],
])("says why %s is not read", async (_, body, fault) => {
  await post(body, json);
  await readAll();
  expect((await events()).map((event) => event.fault)).toEqual([fault]);
});

test("reads a large body as far as it is kept, packed or not, and says how far", async () => {
  const said = "a".repeat(3_000_000);
  const cut = "It is larger than 2 MB. Its facts were read from the first 2 MB, so some can be missing.";
  const large = JSON.stringify({ ...ended(1), said });
  await post(large, json);
  await post(new Uint8Array(gzipSync(JSON.stringify({ ...ended(2), said }))), packedBy("gzip"));
  await post(JSON.stringify([ended(3), { said }, ended(4)]), json);
  await post(JSON.stringify({ ...ended(5), said: "b".repeat(11_000_000) }), json);
  await readAll();
  const found = (await events()).filter(({ call_id }) => call_id !== null);
  expect(found.map(({ call_id, fault }) => [call_id, fault])).toEqual([
    ["c1", cut],
    ["c2", cut],
    ["c3", cut],
    ["c5", "Only the first 256 kB of 11 MB are stored. Its facts were read from them, so some can be missing."],
  ]);
});
