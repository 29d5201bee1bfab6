import { beforeEach, expect, test } from "vitest";
import { confirmBlocked } from "@/lib/collector/campaigns/blocked-confirmations";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { foundCallTable } from "@/lib/db/console/tables/inbox";
import {
  blockedContactTable,
  contactListTable,
  doNotCallTable,
  listNumberTable,
} from "@/lib/db/console/tables/numbers";
import { accountId, at, freshAlertEngine } from "@/lib/testing/alert-engine";

const { db, keep, listed, now } = await freshAlertEngine();

beforeEach(async () => {
  for (const table of [plannedActionTable, foundCallTable, doNotCallTable, contactListTable, listNumberTable])
    await db.delete(table);
});

async function storeBlocked() {
  const number = Buffer.alloc(16, 7);
  const entry = { number, sealed: "s", reason: "asked", source: "by phone", by: "Casey", addedAt: at(0) } as const;
  const [added] = await db.insert(doNotCallTable).values(entry).returning();
  const list = { id: "l1", accountId, campaignId: "c1", importId: "i1", personId: "p", openedAt: at(0) };
  const [sent] = await db.insert(contactListTable).values(list).returning();
  await db.insert(listNumberTable).values({ list: sent?.key ?? 0, row: 2, number, country: "GB", zones: 0 });
  await db.insert(blockedContactTable).values({ entry: added?.id ?? "", number });
}

const storeRefusal = (minute: number) =>
  db.insert(plannedActionTable).values({
    ...{ id: `p${minute}`, accountId, campaignId: "c1", action: "resume", state: "refused", isUnconfirmed: true },
    ...{
      at: at(minute),
      endedAt: at(minute),
      local: "2026-11-20T14:00",
      zone: "UTC",
      personId: "p",
      by: "Mara Okafor",
    },
    ...{ plannedAt: at(0), message: "1 waiting person is on the do-not-call list. Nothing was sent." },
  });

test("asks once when scheduled resumes are refused on two days, until somebody confirms", async () => {
  await keep("campaigns", "c1", { name: "Meters", status: "paused" });
  await storeBlocked();
  await storeRefusal(1);
  await now.engine.evaluate(at(2));
  await storeRefusal(30);
  await now.engine.evaluate(at(31));
  expect(now.notified).toEqual(["blocked_waiting: c1 was not resumed as scheduled."]);
  expect(await listed()).toMatchObject([
    {
      rule: "blocked_waiting",
      why: "1 waiting person is on the do-not-call list. Nothing was sent.",
      href: "/campaigns/c1?ask=resume",
    },
  ]);
  await confirmBlocked(db, accountId, { campaignId: "c1", at: at(40), people: 1, by: "Mara Okafor" });
  await now.engine.evaluate(at(41));
  expect(now.recovered).toEqual(["blocked_waiting: c1"]);
});

test.each([
  ["running", { status: "running" }],
  ["cancelled", { status: "cancelled" }],
  ["cancelled, by its state", { state: "CANCELLED" }],
])("asks no more when the campaign is %s", async (_name, record) => {
  await keep("campaigns", "c1", { name: "Meters", status: "paused" });
  await storeBlocked();
  await storeRefusal(50);
  await now.engine.evaluate(at(51));
  await keep("campaigns", "c1", { name: "Meters", ...record }, 52);
  await now.engine.evaluate(at(53));
  expect(await listed()).toEqual([]);
});

const storeCall = (call: Partial<typeof foundCallTable.$inferInsert>) =>
  db.insert(foundCallTable).values({
    ...{ accountId, ref: "call_1", contact: "447922769499", contactName: "Rosa Strauß", campaignRef: "c1" },
    ...{ at: at(3), firstEventAt: at(3), lastEventAt: at(3), isOver: false, events: 1, blockedAt: at(0), ...call },
  });

test("says once who was called after the number was blocked, when, and how long after", async () => {
  await keep("campaigns", "c1", { name: "Meters", status: "running" });
  await storeCall({});
  await storeCall({ ref: "call_2", blockedAt: null });
  await now.engine.evaluate(at(4));
  await now.engine.evaluate(at(5));
  expect(now.notified).toEqual(["blocked_called: Rosa Strauß was called 3 min after the number was blocked."]);
});

test("names the number when no event named the person", async () => {
  await storeCall({ contactName: null });
  await now.engine.evaluate(at(4));
  expect(now.notified).toEqual(["blocked_called: +447922769499 was called 3 min after the number was blocked."]);
});
