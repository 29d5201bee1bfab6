import { beforeEach, expect, test } from "vitest";
import { clock } from "@/lib/clock";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { exportFoundCalls, getFoundCall, listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import type { InputOf } from "@/lib/contract/inputs";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import { arrivalTable, eventTable, foundCallTable } from "@/lib/db/console/tables/inbox";
import { fileStream } from "@/lib/gateway/masked-answer";
import { accountId, freshInbox } from "@/lib/testing/inbox";
import { mergeRecords } from "@/lib/testing/merge-records";

const inbox = await freshInbox();
const { db, ask, post, readAll } = inbox;

beforeEach(async () => {
  for (const table of [arrivalTable, eventTable, foundCallTable, recordVersionTable]) await db.delete(table);
});

const ago = (minutes: number) => new Date(clock.nowMs() - minutes * 60_000).toISOString();

async function receive(...events: Record<string, unknown>[]) {
  for (const event of events) await post(JSON.stringify({ event: "call.ended", ...event }));
  await readAll();
}

async function keep(ref: string, record: Record<string, unknown>, resource = "calls") {
  await storeVersion(db, { accountId, resource, ref, answer: answerOf(record), at: clock.now() });
  if (resource === "calls") await mergeRecords(db, accountId, ref);
}

const list = (input: InputOf<typeof listFoundCalls> = {}) => ask(listFoundCalls, input);
const idsOf = async (input: InputOf<typeof listFoundCalls> = {}) =>
  (await list(input)).data.map(({ call_id }) => call_id);

const over = { status: "ended", ended_reason: "voicemail", to_number: "+441632960777", direction: "outbound" };
const live = { status: "in-progress", to_number: "+44 1632 960 778", direction: "outbound", assistant_id: "as1" };

test("lists calls of events and of records in one list, those in progress first", async () => {
  await receive(
    { call_id: "event-over", ...over, started_at: ago(30), ended_at: ago(29) },
    { event: "call.started", call_id: "event-live", ...live, started_at: ago(2) },
  );
  await keep("record-over", { ...over, started_at: ago(20), ended_at: ago(19) });
  await keep("record-live", { ...live, started_at: ago(60), answered_at: ago(59) });
  await keep("as1", { max_duration_seconds: 600 }, "assistants");
  expect(await idsOf()).toEqual(["event-live", "record-live", "record-over", "event-over"]);
  const { limit_at, no_end_seen, events } = (await ask(getFoundCall, { call_id: "record-live" })).data ?? {};
  expect([Date.parse(limit_at ?? "") < clock.nowMs(), no_end_seen, events]).toEqual([true, false, 0]);
});

test.each(["01632 960777", "+441632960777", "(01632) 960-777", "960777"])(
  "finds a call that only a record names by the number %s, and counts what was found",
  async (text) => {
    await keep("stuck", { ...over, started_at: ago(20) });
    await keep("other", { ...live, started_at: ago(20) });
    expect(await list({ text })).toMatchObject({ total: 1, data: [{ call_id: "stuck", contact: "441632960777" }] });
  },
);

test("goes through the ended calls of both sources page by page, with those in progress on the first one only", async () => {
  for (const nth of [1, 2, 3]) await keep(`r${nth}`, { ...over, started_at: ago(nth * 10) });
  for (const nth of [1, 2]) await receive({ call_id: `e${nth}`, ...over, started_at: ago(nth * 10 + 5) });
  await keep("live", { ...live, started_at: ago(90) });
  const pages: string[][] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { data, next } = await list({ limit: 2, ...(after ? { after } : {}) });
    pages.push(data.map(({ call_id }) => call_id));
    after = next;
  }
  expect(pages).toEqual([["live", "r1", "e1"], ["r2", "e2"], ["r3"]]);
});

test("makes one call of its events and its record, and takes from each what the other lacks", async () => {
  await receive({ event: "call.started", call_id: "both", started_at: ago(30), to_number: "+441632960777" });
  await keep("both", { ...over, customer_name: "Bo Lind", started_at: ago(30), ended_at: ago(29) });
  expect(await list()).toMatchObject({
    data: [{ call_id: "both", is_over: true, reason: "voicemail", contact_name: "Bo Lind", events: 1 }],
  });
  await receive({ event: "call.updated", call_id: "both", note: "late" });
  expect((await list()).data).toMatchObject([{ is_over: true, reason: "voicemail", contact_name: "Bo Lind" }]);
});

test("shows the state that the record has when it was read after the last event", async () => {
  await receive({ event: "call.started", call_id: "c1", status: "ringing", started_at: ago(2) });
  await keep("c1", { ...live, answered_at: ago(1) });
  expect((await list()).data).toMatchObject([{ status: "in-progress", answered_at: expect.any(String) }]);
});

test("exports the calls in progress with the ended ones", async () => {
  await keep("live", { ...live, customer_name: "Karim Haddad", started_at: ago(90) });
  await receive({ call_id: "over", ...over, started_at: ago(5) });
  const file = fileStream(await ask(exportFoundCalls, {}));
  const parts: (string | Uint8Array)[] = [];
  await file.send(async (part) => void parts.push(part));
  expect(parts.join("")).toMatch(/voicemail[\s\S]*Karim Haddad,in-progress/);
});
