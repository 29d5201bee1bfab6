import { and, eq, inArray } from "drizzle-orm";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { implement } from "@/lib/contract/console/context";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { findPerson, type SentNumber, type WaitingIn } from "@/lib/contract/console/person";
import { knownName } from "@/lib/contract/console/saved";
import { wasReached } from "@/lib/contract/shapes/call";
import { hashSent } from "@/lib/db/console/number-lines";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { callsOfNumber, callsSince, maxCallsOfNumber } from "@/lib/inbox/calls-of-number";
import { placeOf } from "@/lib/numbers/number-places";
import { readNumber } from "@/lib/numbers/read-number";
import { zonesOf } from "@/lib/numbers/time-zones";
import { blockOf } from "./do-not-call";
import type { NumberOf } from "./number-of";
import { knownSince, sentOf } from "./sent-numbers";

/** Looks up one person: calls, uploads, and the entry on the do-not-call list. */
export const person = (db: Database, accountId: string, secret: string, numberOf: NumberOf) => [
  implement(findPerson, async (key) => {
    const number = await numberOf(key);
    const hashes = await hashSent(db, secret, [number]);
    const [calls, calls_since, sent, sent_since, blocked] = await Promise.all([
      callsOfNumber(db, accountId, number.slice(1)),
      callsSince(db, accountId),
      sentOf(db, accountId, hashes),
      knownSince(db, accountId),
      blockOf(db, hashes),
    ]);
    const campaigns = await campaignsOf(db, accountId, [...sent, ...calls]);
    const reading = readNumber(number);
    return {
      ...{ number, name: calls.find(({ contact_name }) => contact_name !== null)?.contact_name ?? null },
      ...(reading.fault ? { kind: "unknown", country: "ZZ" } : { kind: reading.kind, country: reading.country }),
      ...{ zones: [...zonesOf(placeOf(number.slice(1)).zones)], blocked, calls, calls_since, sent_since },
      has_more_calls: calls.length >= maxCallsOfNumber,
      sent: sent.map((list) => ({ ...list, campaign_name: campaigns.get(list.campaign_id)?.name ?? null })),
      waiting: waitingIn(campaigns, { calls, sent }),
    };
  }),
];

type Campaign = { name: string | null; status: string | null };
type Campaigns = ReadonlyMap<string, Campaign>;

async function campaignsOf(
  db: Database,
  accountId: string,
  named: readonly { campaign_id: string | null }[],
): Promise<Campaigns> {
  const ids = [...new Set(named.flatMap(({ campaign_id }) => campaign_id ?? []))];
  if (ids.length === 0) return new Map();
  const { ref, label, name, lastStatusWord: status } = savedTable;
  const rows = await db
    .select({ ref, label, name, status })
    .from(savedTable)
    .where(and(eq(savedTable.accountId, accountId), eq(savedTable.resource, "campaigns"), inArray(ref, ids)));
  const known = new Map(rows.map((row) => [row.ref, { name: knownName(row), status: row.status }]));
  return new Map(ids.map((id) => [id, known.get(id) ?? { name: null, status: null }]));
}

type PersonLists = { calls: readonly FoundCall[]; sent: readonly Pick<SentNumber, "campaign_id" | "begun_at">[] };

/** Campaigns that have not ended and have not reached the person since they were last sent. Those that run come first. */
function waitingIn(campaigns: Campaigns, { calls, sent }: PersonLists): WaitingIn[] {
  // Lists come with the latest first, so the map ends with the latest of each campaign.
  const sentAt = new Map(sent.toReversed().map(({ campaign_id, begun_at }) => [campaign_id, begun_at]));
  const waiting = [...campaigns].flatMap(([campaign_id, { name, status }]) => {
    const isOwn = (call: FoundCall) => call.campaign_id === campaign_id && !/^in/i.test(call.direction ?? "");
    const own = calls.filter((call) => isOwn(call) && call.at >= (sentAt.get(campaign_id) ?? ""));
    const [last] = own;
    if (!last && !sentAt.has(campaign_id)) return [];
    const stage = stageOf(status);
    // Only a list that was sent tells that a campaign in an unknown state has the person.
    if (stage === "ended" || (stage === undefined && !sentAt.has(campaign_id))) return [];
    if (last && (!last.is_over || isReached(last))) return [];
    return [{ campaign_id, name, status, attempts: own.length, last_result: last?.reason ?? last?.status ?? null }];
  });
  const rank = ({ status }: WaitingIn) => (stageOf(status) === "running" ? 0 : 1);
  return waiting.toSorted((one, other) => rank(one) - rank(other));
}

const isReached = ({ reason, status, answered_at, seconds }: FoundCall) =>
  wasReached({ result: reason ?? status, isAnswered: answered_at !== null || (seconds ?? 0) > 0 });
