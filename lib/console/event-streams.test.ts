import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { defaultPreferences } from "@/lib/contract/console/people/me";
import { changeRole, changeState } from "@/lib/contract/console/people/team";
import type { Operation, Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { openDatabase } from "@/lib/db/database";
import { createEvents } from "@/lib/events/events";
import { freshConsole, mara, password, personWith } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { keysOf, type OpenStream, openStream } from "@/lib/testing/event-stream";
import { storeDeliveries } from "@/lib/testing/store-deliveries";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { EventStreams } from "./event-streams";

const collect = {
  accountId: "print",
  // Reads must fail. An empty list would mark the stored records of a test as gone.
  read: () => Promise.reject(new Problem("upstream-unreachable")),
};
const here = await freshConsole({ admin: { email: mara.email, password }, collect });
const there = await freshConsole({ database: openDatabase(here.database.url, { connections: 4 }), collect });
const soon = { timeout: timeoutMs(8_000), interval: 5 };
let people = 0;

const asAdmin = (op: Operation, input: Record<string, unknown>) => here.run(op, input, personWith("admin"));

async function joinedPerson(role: Role = "campaign_manager") {
  people += 1;
  here.from(`203.0.113.${people}`);
  return here.join({ name: "A", email: `person${people}@fernhill.example`, role });
}

test("sends the changed resources that the role can read when any process changes them", async () => {
  const { cookie } = await joinedPerson();
  const [own, other] = await Promise.all([openStream(here.origin, cookie), openStream(there.origin, cookie)]);
  expect(own.response.headers.get("content-type")).toContain("text/event-stream");
  expect(own.response.headers.get("cache-control")).toContain("no-transform");
  // On a slow machine an alert may exist, because the platform does not answer here.
  const attention = expect.any(Number);
  expect(own.messages[0]?.summary).toMatchObject({ phone_numbers: null, credentials_faulty: null, attention });
  there.console.changed(["campaigns", "team", "me", "nothing that is read"]);
  for (const stream of [own, other]) {
    await vi.waitFor(() => expect(keysOf(stream)).toEqual(["campaigns"]), soon);
    stream.leave();
  }
});

test("names no ID with a phone number to a role whose numbers may be hidden", async () => {
  const people = await Promise.all([joinedPerson("viewer"), joinedPerson("campaign_manager")]);
  const streams = await Promise.all(people.map(({ cookie }) => openStream(here.origin, cookie)));
  here.console.changed(["campaigns d_4930901820173_1", "campaigns 030901820173-x", "campaigns camp_1"]);
  const expected = [
    ["campaigns", "campaigns camp_1"],
    ["campaigns d_4930901820173_1", "campaigns 030901820173-x", "campaigns camp_1"],
  ];
  for (const [nth, stream] of streams.entries()) {
    await vi.waitFor(() => expect(keysOf(stream)).toEqual(expected[nth]), soon);
    stream.leave();
  }
});

test("sends missed changes when a browser reconnects, or everything if they are not known", async () => {
  const { cookie } = await joinedPerson();
  const first = await openStream(here.origin, cookie);
  const lastId = first.ids[0] ?? 0;
  first.leave();
  here.console.changed(["webhooks"]);
  await vi.waitFor(async () => {
    const again = await openStream(here.origin, cookie, { headers: { "last-event-id": String(lastId) } });
    again.leave();
    expect(keysOf(again)).toContain("webhooks");
  }, soon);
  // The second time is in the future, as after a clock was set back.
  for (const since of [1000, Date.now() + 2 * 3_600_000]) {
    const lost = await openStream(here.origin, cookie, { query: `?since=${since}` });
    expect(keysOf(lost)).toEqual(["*"]);
    lost.leave();
  }
});

const endings: [string, (person: { id: string; cookie: string }) => Promise<unknown>][] = [
  ["signing out", ({ cookie }) => here.post("/api/auth/sign-out", {}, { cookie })],
  ["another role", ({ id }) => asAdmin(changeRole, { user_id: id, role: "support" })],
  ["a closed account", ({ id }) => asAdmin(changeState, { user_id: id, state: "disabled" })],
];

test.each(endings)("%s ends the stream in every process", async (_name, end) => {
  const person = await joinedPerson();
  const streams = [await openStream(here.origin, person.cookie), await openStream(there.origin, person.cookie)];
  await end(person);
  await vi.waitFor(() => expect(streams.every(({ isOver }) => isOver)).toBe(true), soon);
});

test("rejects a stream without a session or from another site", async () => {
  expect((await openStream(here.origin, "")).response.status).toBe(401);
  const { cookie } = await joinedPerson();
  const foreign = await openStream(here.origin, cookie, { headers: { "sec-fetch-site": "cross-site" } });
  expect(foreign.response.status).toBe(403);
});

test("closes the oldest stream when a session opens a ninth", async () => {
  const { cookie } = await joinedPerson();
  const streams: OpenStream[] = [];
  for (let count = 0; count < 9; count += 1) streams.push(await openStream(here.origin, cookie));
  await vi.waitFor(() => expect(streams.map(({ isOver }) => isOver)).toEqual([true, ...Array(8).fill(false)]), soon);
  for (const stream of streams) stream.leave();
});

test("has the data of a shown page polled while its stream is open", async () => {
  const viewed: string[] = [];
  const events = createEvents({ database: here.database, log: pino({ level: "silent" }) });
  events.onViewed((names) => viewed.push(...names));
  const { cookie } = await joinedPerson();
  const stream = await openStream(here.origin, cookie, { query: "?page=/campaigns/c1" });
  const other = await openStream(here.origin, cookie, { query: `?page=/calls/${"y".repeat(300)}` });
  await vi.waitFor(() => expect(viewed).toEqual(["/campaigns/c1"]), soon);
  for (const { leave } of [stream, other]) leave();
  await events.close();
});

test("sends the counts when they change", async () => {
  const { cookie } = await joinedPerson("admin");
  const stream = await openStream(here.origin, cookie);
  await here.database.pool.query(
    `insert into console.record_version (key_print, resource, ref, seen_at, last_seen_at, hash, record) values
      ('print', 'phone-numbers', 'n1', now(), now(), 'a', '{}'), ('print', 'phone-numbers', 'n2', now(), now(), 'b', '{}'),
      ('other', 'phone-numbers', 'n3', now(), now(), 'c', '{}'),
      ('print', 'credentials', 'c1', now(), now(), 'd', '{"last_sync_error": "denied"}'),
      ('print', 'credentials', 'c1', now(), now(), 'e', '{"last_sync_error": null}'),
      ('print', 'credentials', 'c2', now(), now(), 'f', '{"last_sync_error": "denied"}');
     insert into console.saved_record (key_print, resource, ref) values ('print', 'campaigns', 'g1'), ('print', 'campaigns', 'g2'),
      ('print', 'campaigns', 'g3');
     insert into console.campaign_sample (key_print, campaign_id, at, status, through, total) values
      ('print', 'g1', now() - interval '1 minute', 'draft', 0, 9), ('print', 'g1', now(), 'running', 1, 9),
      ('print', 'g2', now(), 'paused', 1, 9), ('print', 'g3', now(), 'Dialing', 1, 9);
     insert into console.found_call (key_print, ref, at, is_over, first_event_at, last_event_at, events) values
      ('print', 'l1', now(), false, now(), now(), 1), ('print', 'l2', now(), true, now(), now(), 2);
`,
  );
  const now = new Date();
  const times = { at: now, firstSeenAt: now, changedAt: now };
  const entry = (key: string, status: string) => ({ accountId: "print", key, webhookId: "w", status, ...times });
  const longAgo = new Date(now.getTime() - 2 * 86_400_000);
  await storeDeliveries(here.database.db, [
    entry("d1", "failed"),
    entry("d2", "delivered"),
    { ...entry("d3", "failed"), at: longAgo },
    { ...entry("no longer in the log", "failed"), goneAt: now },
  ]);
  here.console.changed(["deliveries"]);
  const counts = { phone_numbers: 2, campaigns_running: 2, calls_live: 1, not_delivered: 2, credentials_faulty: 1 };
  await vi.waitFor(
    () => expect(stream.messages.findLast(({ summary }) => summary)?.summary).toMatchObject(counts),
    soon,
  );
  expect(JSON.stringify(counts).length).toBeLessThan(2_048);
  stream.leave();
});

/** An admin's stream without a connection, so that an ended stream never closes. */
async function bareStream({ attention = (): string => "", role = "admin" as Role } = {}) {
  const log = pino({ level: "silent" });
  const database = await freshDatabase();
  const events = createEvents({ database, log, settleMs: 0 });
  const admin = { ...personWith("admin"), sessionId: "s1" };
  const person = { ...admin, me: { ...admin, preferences: defaultPreferences } };
  const counts = {
    phone_numbers: null,
    campaigns_running: null,
    calls_live: null,
    not_delivered: null,
    credentials_faulty: null,
  };
  const streams = new EventStreams({
    ...{
      events,
      log,
      limit: () => undefined,
      origins: [],
      maxPerSession: 8,
      openPath: (path: string) => path,
      sessionChanges: { onChange: () => () => undefined },
    },
    sessions: {
      personOf: async () => person,
      activeRoles: async () => new Map([["s1", role]]),
    },
    summaries: { all: async () => ({ summary: counts, attention: { of: () => 0, text: attention() } }) },
  });
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url: "/api/events" });
  const response = new ServerResponse(request);
  const failed = vi.fn();
  response.on("error", failed);
  const written = vi.spyOn(response, "write");
  await streams.answer(request, response, "r");
  return {
    events,
    response,
    failed,
    keys: () => written.mock.calls.flatMap(([text]) => /"keys":(\[[^\]]*\])/.exec(String(text))?.[1] ?? []),
    async close() {
      streams.close();
      await events.close();
    },
  };
}

test("announces alerts once when a snooze expires or an alert changes", async () => {
  let attention = "snoozed";
  const { events, keys, close } = await bareStream({ attention: () => attention });
  attention = "open";
  events.changed(["campaigns"]);
  await vi.waitFor(() => expect(keys()).toEqual(['["campaigns"]', '["alerts"]']), soon);
  attention = "open, and another";
  events.changed(["alerts"]);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(keys()).toEqual(['["campaigns"]', '["alerts"]', '["alerts"]']);
  await close();
});

test("writes nothing to a stream when it has ended but is not closed", async () => {
  const { events, response, failed, close } = await bareStream({ role: "support" });
  await vi.waitFor(() => expect(response.writableEnded).toBe(true), soon);
  events.changed(["campaigns"]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(failed).not.toHaveBeenCalled();
  await close();
});

test("ends its streams and rejects new ones when the process stops", async () => {
  const { console, origin } = await freshConsole({
    database: openDatabase(here.database.url, { connections: 4 }),
    log: pino({ level: "silent" }),
  });
  const { cookie } = await joinedPerson();
  const stream = await openStream(origin, cookie);
  await console.stopWork();
  await vi.waitFor(() => expect(stream.isOver).toBe(true), soon);
  expect((await openStream(origin, cookie)).response.status).toBe(503);
});
