import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
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
import { hashArray, hashNumbers, inSlices, intArray, textArray } from "@/lib/db/console/number-hashes";
import { contactListTable } from "@/lib/db/console/tables/numbers";
import type { Database } from "@/lib/db/database";
import { placeOf } from "@/lib/numbers/number-places";
import { blockedPositions } from "./do-not-call";
import { basisOf, overlapOf, ownOpenList, removeLists, sentBefore, stayingPeople } from "./sent-numbers";

/** Operations that compare a list with earlier ones. Of numbers that were sent, only keyed hashes are kept. */
export function contactLists(db: Database, accountId: string, secret: string) {
  return [
    implement(openList, async ({ campaign_id }, { person }) => {
      const own = and(eq(contactListTable.personId, person.id), eq(contactListTable.campaignId, campaign_id));
      await removeLists(db, sql`${own} and import_id is null`);
      const id = randomUUID();
      const row = { id, accountId, campaignId: campaign_id, personId: person.id, openedAt: clock.now() };
      await db.insert(contactListTable).values(row);
      return { list_id: id };
    }),

    implement(compareNumbers, async ({ list_id, rows, numbers }, { person }) => {
      const list = await ownOpenList(db, list_id, person);
      const hashes = await hashNumbers(secret, numbers);
      const blocked = await blockedPositions(db, hashes);
      const isBlocked = new Set(blocked);
      const kept = hashes.sent.map((_, position) => position).filter((position) => !isBlocked.has(position));
      const pick = <Value>(values: readonly Value[]) => kept.flatMap((position) => values[position] ?? []);
      const places = await inSlices(pick(numbers), (number) => placeOf(number.slice(1)));
      await db.execute(sql`
        insert into console.list_number (list, "row", number, country, zones)
        select ${list.key}, sent.* from unnest(
          ${intArray(pick(rows))}, ${hashArray(pick(hashes.sent))},
          ${textArray(places.map(({ country }) => country))}, ${intArray(places.map(({ zones }) => zones))}
        ) as sent`);
      return { blocked, sent: await sentBefore(db, list, kept, pick(hashes.sent)) };
    }),

    implement(comparedList, async ({ list_id }, { person }) => {
      const list = await ownOpenList(db, list_id, person);
      return { staying: await stayingPeople(db, list), basis: await basisOf(db, list) };
    }),

    implement(campaignOverlap, async ({ campaign_id }) => overlapOf(db, { accountId, campaignId: campaign_id })),

    implement(listPeople, async ({ campaign_id }) => ({ data: await campaignPeople(db, accountId, campaign_id) })),
  ];
}
