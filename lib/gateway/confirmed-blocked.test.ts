import { beforeEach, expect, test } from "vitest";
import { addDoNotCall, listDoNotCall, removeDoNotCall } from "@/lib/contract/console/do-not-call";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { lockBlocks } from "@/lib/db/console/blocked-numbers";
import { askedByPhone, personWith } from "@/lib/testing/console";
import { json } from "@/lib/testing/fault-replies";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { numbersFrom, sendList } from "@/lib/testing/sent-list";

const { ask, database, platform, run, origin } = await freshGateway();

beforeEach(async () => {
  await platform.reset();
  platform.answer((request, response) =>
    json(200, {
      success: true,
      ...(request.method === "GET" ? { data: { id: "c", status: "paused" } } : { message: "Done" }),
    })(request, response),
  );
});

const own = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  run(op, input, personWith("admin")) as Promise<OutputOf<Op>>;
const block = (numbers: string[]) => own(addDoNotCall, { numbers, ...askedByPhone });

let next = 0;

/** A campaign to which ten people were sent, of whom some were blocked after that. */
async function campaignWith(blocked: number) {
  next += 1;
  const id = `c${next}`;
  const numbers = numbersFrom(next * 100, 10);
  await sendList(own, id, numbers);
  if (blocked > 0) await block(numbers.slice(0, blocked));
  return { id, numbers };
}

const send = (path: string, input: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  ask("campaign_manager", "POST", path, {
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(input),
  });
const posts = () => platform.seen.filter(({ method }) => method === "POST").map(({ url }) => url);

test.each(["start", "resume"])(
  "refuses to %s a campaign when blocked people wait and nobody confirmed",
  async (verb) => {
    const { id } = await campaignWith(3);
    expect(await send(`/api/v1/campaigns/${id}/${verb}`)).toMatchObject({
      status: 409,
      json: {
        title: "People on the do-not-call list are waiting",
        outcome: "refused",
        detail: "3 waiting people are on the do-not-call list, and their number was not confirmed. Nothing was sent.",
      },
    });
    expect(posts()).toEqual([]);
  },
);

test("resumes a campaign when the number of blocked people was confirmed", async () => {
  const { id } = await campaignWith(3);
  expect(await send(`/api/v1/campaigns/${id}/resume`, { confirmed_blocked: 3 })).toMatchObject({ status: 200 });
  expect(posts()).toEqual([`/v1/campaigns/${id}/resume`]);
  expect(platform.seen.at(-1)).toMatchObject({ bytes: 0 });
});

test("refuses a confirmed resume when somebody was blocked after the question", async () => {
  const { id, numbers } = await campaignWith(1);
  await block(numbers.slice(1, 2));
  expect((await send(`/api/v1/campaigns/${id}/resume`, { confirmed_blocked: 1 })).json.detail).toBe(
    "2 waiting people are on the do-not-call list, you confirmed 1. Nothing was sent.",
  );
  expect(posts()).toEqual([]);
});

test("waits for somebody who is being blocked before it counts who was confirmed", async () => {
  const { id, numbers } = await campaignWith(1);
  const { db, pool } = database;
  const other = { blocking: Promise.resolve() as Promise<unknown> };
  const isQueued = async () =>
    (await pool.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount === 1;
  const resuming = await db.transaction(async (tx) => {
    await lockBlocks(tx);
    other.blocking = block(numbers.slice(1, 2));
    await expect.poll(isQueued).toBe(true);
    return { answer: send(`/api/v1/campaigns/${id}/resume`, { confirmed_blocked: 1 }) };
  });
  await other.blocking;
  expect((await resuming.answer).json.detail).toContain(
    "2 waiting people are on the do-not-call list, you confirmed 1",
  );
});

test("asks a person each time, also when they confirmed the same people before", async () => {
  const { id } = await campaignWith(1);
  await send(`/api/v1/campaigns/${id}/resume`, { confirmed_blocked: 1 });
  expect(await send(`/api/v1/campaigns/${id}/resume`)).toMatchObject({ status: 409 });
});

test("pauses and cancels a campaign without a question when blocked people wait", async () => {
  const { id } = await campaignWith(2);
  for (const verb of ["pause", "cancel"])
    expect(await send(`/api/v1/campaigns/${id}/${verb}`)).toMatchObject({ status: 200 });
});

test("resumes without a question when the block was removed", async () => {
  const { id, numbers } = await campaignWith(1);
  const [entry] = (await own(listDoNotCall, { number: numbers[0] })).latest;
  await own(removeDoNotCall, { entry_id: entry?.id ?? "", reason: "They agreed to calls" });
  expect(await send(`/api/v1/campaigns/${id}/resume`)).toMatchObject({ status: 200 });
});

test("refuses several campaigns when blocked people wait in one of them, and names it", async () => {
  const [one, other] = [await campaignWith(1), await campaignWith(0)];
  const campaigns = [{ campaign_id: one.id }, { campaign_id: other.id }];
  expect((await send("/api/console/automation/delayed", { action: "resume", campaigns })).json.detail).toBe(
    `${one.id}: 1 waiting person is on the do-not-call list, and their number was not confirmed. Nothing was sent.`,
  );
});

test("refuses to schedule a start when blocked people wait and nobody confirmed", async () => {
  const { id } = await campaignWith(1);
  const plan = { campaign_id: id, local: "2026-11-23T09:00", zone: "UTC" };
  expect(await send("/api/console/automation/planned", { ...plan, action: "start" })).toMatchObject({ status: 409 });
  expect((await send("/api/console/automation/planned", { ...plan, action: "pause" })).json.title).not.toBe(
    "People on the do-not-call list are waiting",
  );
});

test("tells a token which number to send, and sends nothing before", async () => {
  const { id } = await campaignWith(2);
  const made = await ask("admin", "POST", "/api/console/tokens", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "nightly", role: "campaign_manager", scope: "send", days: 1 }),
  });
  const withToken = async (input: Record<string, unknown>) => {
    const response = await fetch(`${origin}/api/v1/campaigns/${id}/resume`, {
      method: "POST",
      headers: { authorization: `Bearer ${made.json.token}`, "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    return { status: response.status, json: await response.json() };
  };
  expect(await withToken({})).toMatchObject({
    status: 409,
    json: { detail: expect.stringContaining('To call them anyway, send "confirmed_blocked": 2. Nothing was sent.') },
  });
  expect(posts()).toEqual([]);
  expect(await withToken({ confirmed_blocked: 2 })).toMatchObject({ status: 200 });
});
