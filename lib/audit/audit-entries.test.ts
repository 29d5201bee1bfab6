import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { endCall } from "@/lib/contract/api/calls";
import { startCampaign } from "@/lib/contract/api/campaigns";
import { listAnswers, listAudit } from "@/lib/contract/console/audit";
import type { OutputOf } from "@/lib/contract/operation";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
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
