import { and, asc, gt, lte, type SQL } from "drizzle-orm";
import { counterMeanings } from "@/lib/collector/campaigns/samples";
import { failedSince } from "@/lib/collector/webhook-log/delivery-counts";
import { type CounterMeanings, countsIn } from "@/lib/contract/console/campaign-counters";
import { isVersionOf, newestVersion, recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { formatCount } from "@/lib/format/format-count";
import { isPlainObject } from "@/lib/format/json";

/** How many failed, of those that ended in a time. */
export type Share = { failed: number; of: number };
export type ShareLimit = { percent: number; minutes: number; least: number };

/** The fewest of which a share raises an alert. */
export const minCounted = 20;

export const isOver = ({ failed, of }: Share, { percent, least }: Pick<ShareLimit, "percent" | "least">) =>
  of >= least && failed * 100 >= percent * of;

/** "8 of 20 failed in 15 min" */
export const shareText = ({ failed, of }: Share, word: string, minutes: number) =>
  `${formatCount(failed)} of ${formatCount(of)} ${word} in ${minutes} min`;

/** Deliveries of all webhooks. A campaign must not wait an hour for the platform's first wait to be known. */
export async function undeliveredSince(db: Database, accountId: string, since: Date): Promise<Share> {
  const { failed, notYet, of } = await failedSince(db, accountId, since);
  return { failed: failed + notYet, of: of + notYet };
}

/** Contacts of a campaign, by its own counts. Undefined if it does not report them. */
export async function contactsSince(
  db: Database,
  campaign: { accountId: string; campaign_id: string; from: Date },
): Promise<Share | undefined> {
  const isCampaign = isVersionOf({ accountId: campaign.accountId, resource: "campaigns", ref: campaign.campaign_id });
  const meanings = await counterMeanings(db, campaign.accountId);
  const version = async (order: SQL, when?: SQL) => {
    const versions = db.select({ record: recordVersionTable.record }).from(recordVersionTable);
    const [row] = await versions.where(and(isCampaign, when)).orderBy(order).limit(1);
    return row && endedIn(row.record, meanings);
  };
  const now = await version(newestVersion);
  const then =
    (await version(newestVersion, lte(recordVersionTable.seenAt, campaign.from))) ??
    (await version(asc(recordVersionTable.id), gt(recordVersionTable.seenAt, campaign.from)));
  if (!now || !then) return undefined;
  // Falling counts were reset, so their difference is meaningless.
  const [failed, of] = [now.failed - then.failed, now.of - then.of];
  return failed < 0 || of < failed ? { failed: 0, of: 0 } : { failed, of };
}

function endedIn(record: unknown, meanings: CounterMeanings): Share | undefined {
  const { failed, done } = isPlainObject(record) ? countsIn(record, meanings) : {};
  return failed && { failed: failed.count, of: failed.count + (done?.count ?? 0) };
}
