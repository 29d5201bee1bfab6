import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { progress } from "@/lib/collector/campaigns/progress";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { type CampaignFigures, compareFigures } from "@/lib/contract/console/campaign-figures";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { wasReached } from "@/lib/contract/shapes/call";
import { campaignChangeTable, campaignFiguresTable } from "@/lib/db/console/tables/campaign-figures";
import { foundCallTable } from "@/lib/db/console/tables/inbox";
import { personWith } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { storeCalls, storeCampaign } from "@/lib/testing/found-calls";
import { updateFigures } from "./campaign-figures";

const { db } = await freshDatabase();
const accountId = "one organization";

const operations = progress(db, accountId, {
  guardOf: async () => ({ paused_by: null, closed_hours: null, left_running_until: null, outside_set_hours: null }),
  nightsOf: async () => new Map(),
});
async function ask<Op extends Operation>(op: Op, input: object): Promise<OutputOf<Op>> {
  const operation = operations.find((candidate) => candidate.op === (op as Operation));
  return (await operation?.run(input as never, {
    person: personWith("viewer"),
    address: null,
    requestId: "r",
  })) as OutputOf<Op>;
}

/** The figures of c1 in the list, which must be those of its own page. */
async function figures(): Promise<CampaignFigures | null> {
  const { data } = await ask(listKnownCampaigns, {});
  const { data: page } = await ask(getCampaignProgress, { campaign_id: "c1" });
  const listed = data.find(({ id }) => id === "c1")?.figures ?? null;
  expect(page?.figures).toEqual(listed);
  return listed;
}

async function updateAll() {
  while (await updateFigures(db, accountId)) {}
}

beforeEach(async () => {
  for (const table of [foundCallTable, campaignFiguresTable, campaignChangeTable]) await db.delete(table);
  await storeCampaign(db, accountId, "c1", "running");
  const answer = answerOf({ id: "c1", status: "running" });
  await storeVersion(db, { accountId, resource: "campaigns", ref: "c1", answer, at: new Date("2026-11-28T18:00:00Z") });
});

const call = (contact: string | null, reason: string | null, seconds: number | null = null, more: object = {}) => ({
  ...{ contact, campaignRef: "c1", reason, seconds },
  ...more,
});

test("counts people, who talked, talk time and costs of calls that are over, alike in list and page", async () => {
  const gbp = (cost: string) => ({ cost, currency: "GBP" });
  await storeCalls(db, accountId, [
    call("447700900001", "customer-did-not-answer", 0, gbp("0.0100")),
    call("447700900001", "customer-ended-call", 61, gbp("0.2142")),
    call("447700900002", "Voicemail_Reached", 20, { answeredAt: new Date(), ...gbp("0.1") }),
    call("447700900003", "assistant-ended-call", null, { cost: "3", currency: "USD" }),
    call(null, "customer-busy"),
    call("447700900004", null, null, { isOver: false }),
    call("447700900009", "customer-ended-call", 500, { campaignRef: "c2" }),
  ]);
  expect(await figures()).toBeNull();
  await updateAll();
  expect(await figures()).toEqual({
    ...{ people: 4, talked: 2, calls: 5, talkedCalls: 2, talkSeconds: 61, untimedCalls: 1, uncostedCalls: 1 },
    costs: [
      { currency: "GBP", amount: "0.3242", rounded: "0.32" },
      { currency: "USD", amount: "3", rounded: "3.00" },
    ],
  });
});

test("computes the figures again when calls change, and forgets them when all are gone", async () => {
  await storeCalls(db, accountId, [call("447700900001", "customer-busy")]);
  await updateAll();
  expect(await updateFigures(db, accountId)).toBe(false);
  await db.update(foundCallTable).set({ askedAt: new Date() }).where(eq(foundCallTable.isOver, false));
  expect(await updateFigures(db, accountId)).toBe(false);
  await db.update(foundCallTable).set({ reason: "customer-ended-call", seconds: 90 });
  expect(await updateFigures(db, accountId)).toBe(true);
  expect(await figures()).toMatchObject({ people: 1, talked: 1, talkSeconds: 90 });
  await db.delete(foundCallTable);
  await updateAll();
  expect(await figures()).toBeNull();
});

test("decides who talked as the page of a person does", async () => {
  const reasons = [
    "user_hangup",
    "Dial No Answer",
    "SILENCE-TIMED-OUT",
    "platform-restarted",
    "a word of its own",
    null,
  ];
  const cases = reasons.flatMap((reason) =>
    [null, 0, 12].flatMap((seconds) => [false, true].map((isAnswered) => ({ reason, seconds, isAnswered }))),
  );
  await storeCalls(
    db,
    accountId,
    cases.map(({ reason, seconds, isAnswered }, index) =>
      call(`4477009${String(index).padStart(5, "0")}`, reason, seconds, { answeredAt: isAnswered ? new Date() : null }),
    ),
  );
  await updateAll();
  const reached = cases.filter(({ reason, seconds, isAnswered }) =>
    wasReached({ result: reason, isAnswered: isAnswered || (seconds ?? 0) > 0 }),
  );
  expect(await figures()).toMatchObject({ people: cases.length, talked: reached.length });
});

test("says that a sum can be more when calls are missing, and no share when most calls are unknown", () => {
  const known: CampaignFigures = {
    ...{ people: 4, talked: 2, calls: 5, talkedCalls: 2, talkSeconds: 61, untimedCalls: 0, uncostedCalls: 0 },
    costs: [{ currency: "GBP", amount: "0.32", rounded: "0.32" }],
  };
  const compare = (more: Partial<CampaignFigures>, made?: number, called?: number) =>
    compareFigures({ ...known, ...more }, { made, called });
  expect(compare({}, 5)).toMatchObject({ answered: 0.5, callsPerPerson: 1.25, isTalkAtLeast: false });
  expect(compare({}, 9, 20)).toMatchObject({ answered: undefined, callsPerPerson: 0.45 });
  expect(compare({}, 9)).toMatchObject({ talkSeconds: 61, isTalkAtLeast: true, isCostAtLeast: true });
  expect(compare({ untimedCalls: 2 }, 5)).toMatchObject({ talkSeconds: undefined });
  expect(compare({ talkedCalls: 0, talkSeconds: 0 }, 5)).toMatchObject({ talkSeconds: 0 });
  for (const none of [compareFigures(null, { made: 5, called: 19 }), compare({ people: 0 })])
    expect(none).toMatchObject({ answered: undefined, callsPerPerson: undefined, talkSeconds: undefined, costs: [] });
  expect(compareFigures(null, { made: 30, called: 20 })).toMatchObject({ callsPerPerson: 1.5, answered: undefined });
});
