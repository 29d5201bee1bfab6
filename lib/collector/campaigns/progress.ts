import { and, count, desc, eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { fieldsChanged } from "@/lib/collector/records/versions";
import { cancelCampaign, pauseCampaign, resumeCampaign, startCampaign } from "@/lib/contract/api/campaigns";
import { countsIn } from "@/lib/contract/console/campaign-counters";
import {
  type CampaignGuard,
  type CampaignProgress,
  type CampaignSample,
  getCampaignProgress,
  paceIn,
} from "@/lib/contract/console/campaign-progress";
import { implement } from "@/lib/contract/console/context";
import { verbOf } from "@/lib/contract/operation";
import { campaignSampleTable, isVersionOf, newestVersion, recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isPlainObject, textIn } from "@/lib/format/json";
import { campaignListOperations } from "./known-campaigns";
import { counterMeanings } from "./samples";

const usualChanges = 20;
const maxSamples = 240;
/** The latest samples, used to compute the pace. */
const paceSamples = 2_000;

/** The guard rail that paused a campaign, and the calling hours that would pause it now. */
type GuardOf = (
  db: Database,
  campaign: { accountId: string; campaign_id: string; status: string | null },
) => Promise<CampaignGuard>;

/** Operations on the stored progress of campaigns. */
export const progress = (db: Database, accountId: string, guardOf: GuardOf) => [
  implement(getCampaignProgress, async ({ campaign_id, changes = usualChanges }) => {
    const isCampaign = isVersionOf({ accountId, resource: "campaigns", ref: campaign_id });
    const [versions, [stored], samples, meanings, learned] = await Promise.all([
      db
        .select()
        .from(recordVersionTable)
        .where(isCampaign)
        .orderBy(newestVersion)
        .limit(changes + 1),
      db.select({ versions: count() }).from(recordVersionTable).where(isCampaign),
      samplesOf(db, accountId, campaign_id),
      counterMeanings(db, accountId),
      learnedStates(db, accountId),
    ]);
    const [latest] = versions;
    if (!latest || !isPlainObject(latest.record)) return { data: null };
    const status = textIn(latest.record.status) ?? null;
    const data: CampaignProgress = {
      counts: countsIn(latest.record, meanings),
      meanings,
      status,
      read_at: latest.lastSeenAt.toISOString(),
      first_seen_at: samples.all[0]?.at ?? latest.seenAt.toISOString(),
      samples: samples.all,
      pace: paceIn(latest.record, samples.late, clock.nowMs()),
      changes: changesIn(versions),
      changes_kept: Math.max(0, (stored?.versions ?? 0) - 1),
      learned,
      guard: await guardOf(db, { accountId, campaign_id, status }),
    };
    return { data };
  }),
  ...campaignListOperations(db, accountId),
];

/** A campaign's samples, thinned out evenly, and the latest ones in full. Both are sorted oldest first. */
async function samplesOf(db: Database, accountId: string, campaignId: string) {
  const table = campaignSampleTable;
  const isCampaign = and(eq(table.accountId, accountId), eq(table.campaignId, campaignId));
  const numbered = db
    .select({
      at: table.at,
      status: table.status,
      through: sql<number>`${table.through} - coalesce((${table.counts} ->> 'cancelled')::float8, 0)`.as("through"),
      total: table.total,
      nth: sql<number>`row_number() over (order by ${table.at})`.as("nth"),
      of: sql<number>`count(*) over ()`.as("of"),
    })
    .from(table)
    .where(isCampaign)
    .as("numbered");
  const step = sql`greatest(1, ceil(${numbered.of} / ${maxSamples}::float8)::int)`;
  const [all, late] = await Promise.all([
    db
      .select({ at: numbered.at, status: numbered.status, through: numbered.through, total: numbered.total })
      .from(numbered)
      .where(sql`${numbered.nth} = 1 or ${numbered.nth} = ${numbered.of} or ${numbered.nth} % ${step} = 0`)
      .orderBy(numbered.at),
    db.select().from(table).where(isCampaign).orderBy(desc(table.at)).limit(paceSamples),
  ]);
  return {
    all: all.map((sample): CampaignSample => ({ ...sample, at: sample.at.toISOString() })),
    late: late
      .toReversed()
      .map(({ at, status, through, total, counts }) => ({ at: at.toISOString(), status, through, total, counts })),
  };
}

type Version = typeof recordVersionTable.$inferSelect;

function changesIn(versions: readonly Version[]): CampaignProgress["changes"] {
  return versions.slice(0, -1).map(({ record, seenAt }, index) => ({
    at: seenAt.toISOString(),
    fields: fieldsChanged(versions[index + 1]?.record, record),
  }));
}

const verbs = new Map<string, string>(
  [startCampaign, pauseCampaign, resumeCampaign, cancelCampaign].map((op) => [op.id, verbOf(op)]),
);
const maxSends = 300;

/** States in which the platform accepted or refused each action before. The API does not document them. */
async function learnedStates(db: Database, accountId: string): Promise<CampaignProgress["learned"]> {
  const actions = sql.join(
    [...verbs.keys()].map((id) => sql`${id}`),
    sql`, `,
  );
  type SendRow = { action: string; outcome: string; is_conflict: boolean; body: string | null; status: string };
  const { rows } = await db.execute<SendRow>(sql`
    with sends as (
      select begun.action, begun.target, begun.at, finished.outcome, finished.status = 409 as is_conflict, finished.body
      from console.audit_event begun
      join console.audit_event finished on finished.entry = begun.entry and finished.kind = 'finished'
      where begun.kind = 'begun' and begun.action in (${actions})
        and (finished.outcome = 'ok' or finished.outcome = 'refused' and finished.status in (400, 409, 422))
      order by begun.id desc limit ${maxSends}
    )
    select sends.action, sends.outcome, sends.is_conflict, sends.body, version.status from sends
    cross join lateral (
      select record ->> 'status' as status from console.record_version
      where key_print = ${accountId} and resource = 'campaigns' and ref = sends.target
        and seen_at <= sends.at and last_seen_at > sends.at - interval '10 minutes'
      order by id desc nulls last limit 1
    ) version
    where version.status is not null`);
  const learned: CampaignProgress["learned"] = {};
  for (const { action, outcome, is_conflict, body, status } of rows) {
    // A refusal for another reason, such as "It has no contacts", says nothing about the state.
    if (outcome === "refused" && !is_conflict && !body?.includes(status)) continue;
    const verb = verbs.get(action) ?? action;
    const { took, refused } = learned[verb] ?? { took: [], refused: [] };
    const states = outcome === "ok" ? took : refused;
    if (!states.includes(status)) states.push(status);
    learned[verb] = { took, refused };
  }
  return learned;
}
