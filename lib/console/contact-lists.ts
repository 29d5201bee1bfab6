import { randomUUID } from "node:crypto";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { campaignPeople } from "@/lib/automation/campaign-people";
import { clock } from "@/lib/clock";
import {
  campaignOverlap,
  comparedList,
  compareNumbers,
  listPeople,
  openList,
} from "@/lib/contract/console/contact-lists";
import { implement } from "@/lib/contract/console/context";
import { waitForBlocks } from "@/lib/db/console/blocked-numbers";
import { hashNumbers } from "@/lib/db/console/number-hashes";
import { hashSent } from "@/lib/db/console/number-lines";
import { contactListTable } from "@/lib/db/console/tables/numbers";
import type { Database } from "@/lib/db/database";
import { recallable } from "./call-again";
import { calledHashes } from "./called-people";
import { blockedPositions } from "./do-not-call";
import { basisOf, overlapOf, stayingPeople } from "./list-people";
import { keepNumbers, ownOpenList, removeLists, sentBefore } from "./sent-numbers";

/** A person can prepare lists in several tabs, and each change of a list is compared anew. */
const mostOpenLists = 4;

const removeOpenLists = (db: Database, isOpen: SQL | undefined) =>
  removeLists(
    db,
    sql`key in (select key from ${contactListTable} where ${isOpen} order by key desc offset ${mostOpenLists - 1})`,
  );

/** Operations that compare a list with earlier ones. Of numbers that were sent, only keyed hashes are kept. */
export function contactLists(db: Database, accountId: string, secret: string) {
  return [
    implement(openList, async ({ campaign_id, recalls = null }, { person }) => {
      const own = and(eq(contactListTable.personId, person.id), eq(contactListTable.campaignId, campaign_id));
      await removeOpenLists(db, and(own, isNull(contactListTable.importId)));
      await waitForBlocks(db);
      const id = randomUUID();
      const row = { id, accountId, campaignId: campaign_id, personId: person.id, openedAt: clock.now(), recalls };
      await db.insert(contactListTable).values(row);
      return { list_id: id };
    }),

    implement(compareNumbers, async ({ list_id, rows, numbers, others }, { person }) => {
      const list = await ownOpenList(db, list_id, person);
      const hashes = await hashSent(db, secret, numbers);
      const isBlocked = new Set(await blockedPositions(db, hashes));
      if (others && others.numbers.length > 0) {
        const beside = await blockedPositions(db, await hashNumbers(secret, others.numbers));
        const blockedRows = new Set(beside.map((position) => others.rows[position]));
        for (const [position, row] of rows.entries()) if (blockedRows.has(row)) isBlocked.add(position);
      }
      const blocked = [...isBlocked].sort((one, other) => one - other);
      const kept = hashes.sent.map((_, position) => position).filter((position) => !isBlocked.has(position));
      const pick = <Value>(values: readonly Value[]) => kept.flatMap((position) => values[position] ?? []);
      await keepNumbers(db, list.key, { numbers: pick(numbers), rows: pick(rows), hashes: pick(hashes.sent) });
      const digits = numbers.map((number) => number.slice(1));
      const free = list.recalls && (await recallable(db, secret, { accountId, campaign_id: list.recalls }, digits));
      const released = pick(digits).map((each) => free instanceof Set && free.has(each));
      return { blocked, ...(await sentBefore(db, list, { positions: kept, hashes: pick(hashes.sent), released })) };
    }),

    implement(comparedList, async ({ list_id, file_name, blocked }, { person }) => {
      const list = await ownOpenList(db, list_id, person);
      const called = await calledHashes(db, secret, { accountId, campaign_id: list.campaignId });
      const others = [...called, ...(await hashSent(db, secret, blocked)).sent];
      return { staying: await stayingPeople(db, { list, file_name, others }), basis: await basisOf(db, list) };
    }),

    implement(campaignOverlap, async ({ campaign_id }) => overlapOf(db, { accountId, campaignId: campaign_id })),

    implement(listPeople, async ({ campaign_id }) => ({ data: await campaignPeople(db, accountId, campaign_id) })),
  ];
}
