import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { minorOf } from "@/lib/contract/action-labels";
import { apiOperations } from "@/lib/contract/api";
import { endCall } from "@/lib/contract/api/calls";
import { startCampaign } from "@/lib/contract/api/campaigns";
import { consoleOperations } from "@/lib/contract/console";
import { setAlertRule } from "@/lib/contract/console/alert-settings";
import { listAnswers, listAudit } from "@/lib/contract/console/audit";
import { setCampaignHours } from "@/lib/contract/console/automation/hours";
import { testAddress } from "@/lib/contract/console/inbox/addresses";
import { addToken } from "@/lib/contract/console/people/tokens";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import { hookAddressTable } from "@/lib/db/console/tables/inbox";
import { freshConsole, personWith } from "@/lib/testing/console";

const { console, run, database } = await freshConsole();
const admin = personWith("admin");

const sentences = async (action: string) => {
  const { data } = (await run(listAudit, { action }, admin)) as OutputOf<typeof listAudit>;
  return data.map(({ actor_name, words, record }) => `${actor_name} ${words.join(record?.name ?? record?.ref ?? "")}`);
};

test("says that a call had ended before somebody ended it", async () => {
  const seenAt = new Date("2026-11-20T08:00:00Z");
  const version = { accountId: "a", resource: "calls", ref: "call_1", seenAt, lastSeenAt: seenAt, hash: "h" };
  const record = { id: "call_1", status: "ended", ended_at: "2026-11-20T07:19:00Z" };
  await database.db.insert(recordVersionTable).values({ ...version, record });
  const about = { person: admin, op: endCall, request: "POST /v1/calls/c/end", address: null };
  const end = async (target: string, outcome: "ok" | "refused") => {
    const entry = await console.audit.begin({ ...about, target, requestId: randomUUID() });
    await console.audit.finish(entry, { outcome, status: 200, message: null, body: "" });
  };
  await end("call_1", "ok");
  await end("call_1", "refused");
  await end("call_2", "ok");
  const late = `${admin.name} tried to end the call call_1, which had already ended at Fri 20 Nov 2026, 07:19:00 UTC`;
  expect(await sentences("calls.end")).toEqual([`${admin.name} ended the call call_2`, late, late]);
});

test("names nobody for a reset link that an earlier version recorded under the typed address", async () => {
  const { id, name, email } = admin;
  const act = { action: "password.forgotten", person: { id, name, email, role: "admin" as const } };
  const ending = { outcome: "ok", status: 200, message: null } as const;
  await console.audit.record({ ...act, ...ending, requestId: randomUUID(), address: null });
  expect(await sentences("password.forgotten")).toEqual([
    `Somebody not signed in asked for a reset link for ${id} by mail`,
  ]);
});

test("quotes messages of the platform, but not those of Switchboard", async () => {
  const [person, target] = [personWith("admin"), "c-marks"];
  const about = { person, op: startCampaign, target, request: "POST /v1/campaigns/c-marks/start", address: null };
  const refuse = async (message: string, body: string | null) => {
    const entry = await console.audit.begin({ ...about, requestId: randomUUID() });
    await console.audit.finish(entry, { outcome: "refused", status: 409, message, body });
  };
  await refuse("Campaign is running", '{"message":"Campaign is running"}');
  await refuse("No connection to the platform could be made.", null);
  await refuse("The platform answered 409.", "{}");
  await refuse("The platform does not allow this: no scope", '{"message":"no scope"}');
  const { data } = (await run(listAnswers, { resource: "campaigns", target }, person)) as OutputOf<typeof listAnswers>;
  expect(data.map(({ note }) => note)).toEqual([
    "The platform does not allow this: no scope",
    "The platform answered 409.",
    "No connection to the platform could be made.",
    "“Campaign is running”",
  ]);
  expect(data.map(({ is_quoted }) => is_quoted)).toEqual([false, false, false, true]);
});

test("lists an activity only while its platform account is connected", async () => {
  const read = () => Promise.reject(new Error("Nothing is read here."));
  const consoleOf = (accountId: string) => freshConsole({ database, collect: { accountId, read } });
  const [own, other] = [await consoleOf("own"), await consoleOf("other")];
  const about = { person: admin, op: startCampaign, target: "c-own", request: "POST /v1/campaigns/c-own/start" };
  await own.console.audit.begin({ ...about, requestId: randomUUID(), address: null });
  const activity = async (of: typeof own) => {
    const input = { resource: "campaigns", target: "c-own" };
    const { data } = (await of.run(listAnswers, input, admin)) as OutputOf<typeof listAnswers>;
    return data.map(({ action, detail }) => [action, detail]);
  };
  expect(await activity(own)).toEqual([["campaigns.start", null]]);
  expect(await activity(other)).toEqual([]);
});

test("names calls, addresses, tokens and rules in sentences, and writes times in words", async () => {
  const now = new Date();
  await database.pool.query(
    `insert into console.found_call (key_print, ref, contact, contact_name, at, is_over, first_event_at, last_event_at, events)
      values ('', 'call_named', '447911123456', 'Hedda Brandt', $1, true, $1, $1, 1), ('', 'call_number', '447911123457', null, $1, true, $1, $1, 1)`,
    [now],
  );
  await database.db.insert(hookAddressTable).values({
    ...{ id: "304887f7-cc11", accountId: "", name: "Production events", tokenHash: "h", sealed: "s", lastFour: "cc11" },
    ...{ createdAt: now, createdBy: "Mara" },
  });
  const end = async (op: Operation, target: string, message: string | null = null) => {
    const entry = await console.audit.begin({
      person: admin,
      op,
      target,
      request: null,
      address: null,
      requestId: randomUUID(),
    });
    await console.audit.finish(entry, { outcome: "ok", status: 200, message, body: null });
  };
  await end(endCall, "call_named");
  await end(endCall, "call_number");
  await end(testAddress, "304887f7-cc11");
  await end(setAlertRule, "balance_low");
  await end(setCampaignHours, "c-unnamed");
  expect((await sentences("calls.end")).slice(0, 2)).toEqual([
    `${admin.name} ended Call with +447911123457`,
    `${admin.name} ended Call with Hedda Brandt`,
  ]);
  expect((await sentences("inbox.test"))[0]).toBe(`${admin.name} sent a test event to Production events`);
  expect((await sentences("alerts.set_rule"))[0]).toBe(`${admin.name} changed the alert rule “Credit runs low”`);
  const { data } = (await run(listAudit, { action: "automation.set_hours" }, admin)) as OutputOf<typeof listAudit>;
  expect(data[0]?.record).toMatchObject({ resource: "campaigns", ref: "c-unnamed" });
  await end(addToken, "CRM", "The token CRM works until 2027-02-26T18:08:06.772Z.");
  const tokens = (await run(listAudit, { action: "tokens.add" }, admin)) as OutputOf<typeof listAudit>;
  expect(tokens.data[0]?.note).toBe("The token CRM works until Fri 26 Feb 2027, 18:08:06 UTC.");
});

test("counts no export as a minor event, because its file names people or numbers", () => {
  const files = [...apiOperations, ...consoleOperations].filter(({ isFile }: Operation) => isFile);
  expect(files.length).toBeGreaterThan(7);
  expect(files.filter(({ id }) => minorOf(id) !== null)).toEqual([]);
});
