import { and, eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { countsIn, handledOf, setCounterMeaning } from "@/lib/contract/console/campaign-counters";
import { hoursIn, namesHours } from "@/lib/contract/console/campaign-hours";
import { type KnownCampaign, listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { type CampaignSample, opensAtOf, paceIn } from "@/lib/contract/console/campaign-progress";
import { endedMsIn, endReasonIn, stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import { implement } from "@/lib/contract/console/context";
import type { CampaignNight } from "@/lib/contract/console/people-hours";
import { momentField, titleOf } from "@/lib/contract/fields";
import {
  campaignSampleTable,
  counterMeaningTable,
  newestVersion,
  recordVersionTable,
} from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isPlainObject, textIn } from "@/lib/format/json";
import { figuresJson, figuresOf, type StoredFigures } from "./figures";
import { counterMeanings, sampleOf } from "./samples";

const maxCampaigns = 500;
/** The latest samples per campaign, at least half an hour of a viewed one. */
const paceSamples = 200;
/** Versions per campaign that are counted again after a counter meaning has changed. */
const maxRecounted = 5_000;

/** A running campaign, as far as its calls at night depend on it. */
export type NightCampaign = {
  id: string;
  record: Record<string, unknown>;
  endsAt: string | null;
  waiting: number;
  total: number;
};

/** Who would be called at night, by campaign. */
export type NightsOf = (
  db: Database,
  accountId: string,
  campaigns: readonly NightCampaign[],
) => Promise<ReadonlyMap<string, CampaignNight>>;

export const campaignListOperations = (db: Database, accountId: string, nightsOf: NightsOf) => [
  implement(listKnownCampaigns, async () => {
    const [rows, meanings] = await Promise.all([readCampaigns(db, accountId), counterMeanings(db, accountId)]);
    const nowMs = clock.nowMs();
    const campaigns = rows.map((row) => campaignOf(row, meanings, nowMs));
    const nights = await nightsOf(
      db,
      accountId,
      campaigns.flatMap((campaign, index) => nightCampaign({ ...campaign, record: rows[index]?.record })),
    );
    return { data: campaigns.map((campaign) => ({ ...campaign, night: nights.get(campaign.id) ?? null })) };
  }),

  implement(setCounterMeaning, async ({ field, counter }, { person }) => {
    const table = counterMeaningTable;
    const set = { counter: counter === "none" || counter === "usual" ? null : counter, setBy: person.name };
    if (counter === "usual") await db.delete(table).where(and(eq(table.accountId, accountId), eq(table.field, field)));
    else
      await db
        .insert(table)
        .values({ accountId, field, ...set })
        .onConflictDoUpdate({ target: [table.accountId, table.field], set });
    await recount(db, accountId);
    return { data: await counterMeanings(db, accountId) };
  }),
];

type NightInput = Pick<KnownCampaign, "id" | "status" | "not_found_since" | "handled" | "pace" | "counts"> & {
  record: unknown;
};

/** None unless the campaign is running and people wait. */
export function nightCampaign({
  id,
  status,
  not_found_since,
  handled,
  pace,
  counts,
  record,
}: NightInput): NightCampaign[] {
  const waiting = counts.waiting ?? (handled ? handled.total - handled.count : 0);
  if (stageOf(status) !== "running" || not_found_since || !handled || waiting <= 0) return [];
  return [
    { id, record: isPlainObject(record) ? record : {}, endsAt: pace?.endsAt ?? null, waiting, total: handled.total },
  ];
}

type CampaignRow = {
  ref: string;
  label: string | null;
  name: string | null;
  last_status_word: string | null;
  not_found_since: Date | string | null;
  record: unknown;
  seen_at: Date | string | null;
  read_at: Date | string | null;
  assistant_name: string | null;
  samples: [at: string, status: string | null, handled: number, total: number, counts: Record<string, number>][] | null;
  last_action: string | null;
  last_actor: string | null;
  figures: StoredFigures | null;
};

async function readCampaigns(db: Database, accountId: string): Promise<CampaignRow[]> {
  const { rows } = await db.execute<CampaignRow>(sql`
    select saved.ref, saved.label, saved.name, saved.last_status_word, saved.not_found_since,
      version.record, version.seen_at, version.read_at, late.samples, send.action as last_action, send.actor as last_actor,
      coalesce(assistant.label, assistant.name) as assistant_name, ${figuresJson(accountId, sql`saved.ref`)} as figures
    from (
      select * from console.saved_record where key_print = ${accountId} and resource = 'campaigns'
      order by last_seen_at desc nulls last, ref limit ${maxCampaigns}
    ) saved
    left join lateral (
      select record, seen_at, last_seen_at as read_at from console.record_version
      where key_print = ${accountId} and resource = 'campaigns' and ref = saved.ref order by id desc nulls last limit 1
    ) version on true
    left join lateral (
      select json_agg(json_build_array(at, status, through, total, counts) order by at) as samples
      from (
        select at, status, through, total, counts from console.campaign_sample
        where key_print = ${accountId} and campaign_id = saved.ref order by at desc limit ${paceSamples}
      ) sample
    ) late on true
    left join lateral (
      select begun.action, begun.actor_name as actor from console.audit_event begun
      join console.audit_event finished on finished.entry = begun.entry and finished.kind = 'finished'
      where begun.kind = 'begun' and begun.target = saved.ref and finished.outcome = 'ok'
        and begun.action in ('campaigns.start', 'campaigns.pause', 'campaigns.resume', 'campaigns.cancel')
      order by begun.id desc limit 1
    ) send on true
    left join console.saved_record assistant
      on assistant.key_print = ${accountId} and assistant.resource = 'assistants' and assistant.ref = version.record ->> 'assistant_id'`);
  return rows;
}

function campaignOf(
  row: CampaignRow,
  meanings: Awaited<ReturnType<typeof counterMeanings>>,
  nowMs: number,
): Omit<KnownCampaign, "night"> {
  const record = isPlainObject(row.record) ? row.record : {};
  const counts = countsIn(record, meanings);
  const status = row.not_found_since ? null : (statusIn(record) ?? row.last_status_word);
  const stage = stageOf(status);
  const handled = handledOf(counts) ?? null;
  const samples = (row.samples ?? []).map(
    ([at, status, handled, total, counts]): CampaignSample => ({ at, status, handled, total, counts }),
  );
  const pace = row.not_found_since ? null : handled && paceIn(record, samples, nowMs);
  const assistant = textIn(record.assistant_id);
  return {
    id: row.ref,
    label: row.label,
    name: titleOf(record) ?? row.name,
    status,
    not_found_since: isoOf(row.not_found_since),
    assistant: assistant === undefined ? null : { id: assistant, name: row.assistant_name },
    counts: Object.fromEntries(Object.entries(counts).map(([name, { count }]) => [name, count])),
    handled,
    figures: figuresOf(row.figures),
    pace: pace && {
      ...{ perMinute: pace.perMinute, endsAt: pace.endsAt, endsBetween: pace.endsBetween },
      ...{ stillSince: pace.stillSince, opensAt: pace.opensAt },
    },
    opens_at: row.not_found_since || stage === "ended" ? null : opensAtOf(hoursIn(record), nowMs),
    has_hours: namesHours(record) ?? null,
    paused_by: stage === "paused" && row.last_action === pauseCampaign.id ? row.last_actor : null,
    ended_at: stage === "ended" ? isoOf(endedMsIn(record) ?? row.seen_at) : null,
    reason: endReasonIn(record) ?? null,
    changed_at: isoOf(momentField(record, "updated_at") ?? row.seen_at),
    read_at: isoOf(row.read_at),
  };
}

const isoOf = (at: Date | string | number | null | undefined) => (at == null ? null : new Date(at).toISOString());

/** Rebuilds all samples from stored versions after a counter meaning has changed. */
async function recount(db: Database, accountId: string) {
  const versions = recordVersionTable;
  const isOurs = and(eq(versions.accountId, accountId), eq(versions.resource, "campaigns"));
  const meanings = await counterMeanings(db, accountId);
  for (const { ref } of await db.selectDistinct({ ref: versions.ref }).from(versions).where(isOurs)) {
    const rows = await db
      .select({ record: versions.record, seenAt: versions.seenAt, lastSeenAt: versions.lastSeenAt })
      .from(versions)
      .where(and(isOurs, eq(versions.ref, ref)))
      .orderBy(newestVersion)
      .limit(maxRecounted);
    const samples = rows.flatMap(({ record, seenAt, lastSeenAt }) => {
      const sample = sampleOf(record, meanings);
      const moments = seenAt < lastSeenAt ? [seenAt, lastSeenAt] : [seenAt];
      return sample ? moments.map((at) => ({ accountId, campaignId: ref, at, ...sample })) : [];
    });
    await db.transaction(async (tx) => {
      const table = campaignSampleTable;
      await tx.delete(table).where(and(eq(table.accountId, accountId), eq(table.campaignId, ref)));
      for (let start = 0; start < samples.length; start += 1_000)
        await tx
          .insert(table)
          .values(samples.slice(start, start + 1_000))
          .onConflictDoNothing();
    });
  }
}
