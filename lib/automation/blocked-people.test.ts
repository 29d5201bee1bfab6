import { expect, test } from "vitest";
import { confirmBlocked } from "@/lib/collector/campaigns/blocked-confirmations";
import { resumeCampaign } from "@/lib/contract/api/campaigns";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { askedByPhone, personWith } from "@/lib/testing/console";
import { freshScheduledActions } from "@/lib/testing/scheduled-actions";
import { numbersFrom, sendList } from "@/lib/testing/sent-list";

const { auditOf, call, console, db, makeDue, planned, sends, startProcess } = await freshScheduledActions();

const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  console.operations
    .find((operation) => operation.op === op)
    ?.run(input, { person: personWith("admin"), address: null, requestId: "r" }) as Promise<OutputOf<Op>>;
const block = (numbers: string[]) => ask(addDoNotCall, { numbers, ...askedByPhone });

let next = 0;

async function sendPeople(campaign_id: string) {
  next += 10;
  const numbers = numbersFrom(next, 5);
  await sendList(ask, campaign_id, numbers);
  return numbers;
}

const unconfirmed =
  /^1 waiting person is on the do-not-call list, and nobody has confirmed since that they can be called/;

test("sends no scheduled resume when somebody was blocked after it was scheduled", async () => {
  const one = startProcess();
  const { campaign_id, id } = await planned(one);
  const [number = ""] = await sendPeople(campaign_id);
  await block([number]);
  await makeDue(1, id);
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("refused");
  expect((await one.planned())[0]?.message).toMatch(unconfirmed);
  expect(sends()).toEqual([]);
  expect(await auditOf(campaign_id)).toHaveLength(1);
  expect(await db.select().from(plannedActionTable)).toMatchObject([{ isUnconfirmed: true }]);
});

test("sends a scheduled resume when a person confirmed those who are blocked", async () => {
  const one = startProcess();
  const { campaign_id, id } = await planned(one);
  const [number = ""] = await sendPeople(campaign_id);
  await block([number]);
  await confirmBlocked(db, "", { campaignId: campaign_id, at: new Date(), people: 1, by: "Mara Okafor" });
  await makeDue(1, id);
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${campaign_id}/resume`]);
});

test("sends no scheduled resume when somebody else was blocked after the confirmation", async () => {
  const one = startProcess();
  const { campaign_id, id } = await planned(one);
  const [first = "", second = ""] = await sendPeople(campaign_id);
  await block([first]);
  await call(resumeCampaign, { campaign_id, confirmed_blocked: 1 });
  await block([second]);
  await makeDue(1, id);
  await expect.poll(async () => (await one.planned())[0]?.message).toMatch(unconfirmed);
  expect(sends().filter((sent) => sent.startsWith("POST"))).toEqual([`POST /v1/campaigns/${campaign_id}/resume`]);
});

test("marks a refusal for another reason as no question about blocked people", async () => {
  const one = startProcess({ readPlan: async () => ({ status: "running" }) });
  await planned(one);
  await makeDue(1);
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("refused");
  expect(await db.select().from(plannedActionTable)).toMatchObject([{ isUnconfirmed: false }]);
});
