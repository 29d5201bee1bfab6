import pLimit from "p-limit";
import { areManyPeople, type CounterMeanings, countsIn, waitingOf } from "@/lib/contract/console/campaign-counters";
import { unwrapped } from "@/lib/contract/fields";
import type { ConfirmedPeople } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { countOf, formatCount } from "@/lib/format/format-count";
import { isPlainObject, textIn } from "@/lib/format/json";

type Reads = {
  readCampaign: (campaign_id: string) => Promise<unknown>;
  counterMeanings: () => Promise<CounterMeanings>;
};

/**
 * Refuses to call more people than a person confirmed, or many whose number was not confirmed. A record that does not give
 * the number of waiting people is not confirmed.
 */
export async function refuseUnconfirmed(
  campaigns: readonly ConfirmedPeople[],
  { readCampaign, counterMeanings }: Reads,
): Promise<void> {
  const meanings = await counterMeanings();
  const limit = pLimit(readsAtOnce);
  const faults = await limit.map(campaigns, async (campaign) =>
    faultOf(await readCampaign(campaign.campaign_id), campaign, meanings),
  );
  const found = faults.filter((fault) => fault !== undefined);
  if (found.length === 0) return;
  const sentences = found.map(({ name, reason }) => (campaigns.length > 1 ? `${name}: ${reason}.` : `${reason}.`));
  const hasChanged = campaigns.every(({ confirmed_people }) => confirmed_people != null);
  throw refused(hasChanged ? "conflict" : "not_possible", [...sentences, "Nothing was sent."].join(" "));
}

const readsAtOnce = 4;

function faultOf(answer: unknown, { campaign_id, confirmed_people }: ConfirmedPeople, meanings: CounterMeanings) {
  const record = unwrapped(answer);
  const waiting = isPlainObject(record) ? waitingOf(countsIn(record, meanings)) : undefined;
  const reason = waiting === undefined ? undefined : unconfirmedMessage(waiting, confirmed_people, "you");
  const name = (isPlainObject(record) && textIn(record.name)) || campaign_id;
  return reason === undefined ? undefined : { name, reason };
}

/**
 * Why so many people may not be called, without a full stop. Undefined if `by` confirmed as many, or if they are few and
 * nobody was asked.
 */
export function unconfirmedMessage(waiting: number, confirmed: number | null | undefined, by: string) {
  const people = countOf(waiting, "person is", "people are");
  if (confirmed == null)
    return areManyPeople(waiting) ? `${people} waiting, and their number was not confirmed` : undefined;
  return waiting > confirmed ? `${people} waiting now, ${by} confirmed ${formatCount(confirmed)}` : undefined;
}
