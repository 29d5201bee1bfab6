import { sql } from "drizzle-orm";
import { reachedWords, unreachedWords } from "@/lib/contract/shapes/call";
import { lineOfCall } from "@/lib/db/console/call-lines";
import type { Database } from "@/lib/db/database";

/**
 * Computes the figures of one campaign whose calls have changed. Returns false without one. One statement for each campaign
 * stays short, however many have changed. The marks are taken before the calls are read, so that a change in between is
 * counted again next time.
 */
export async function updateFigures(db: Database, accountId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ campaign_ref: string }>(sql`
      with changed as (
        select campaign_ref from console.campaign_change where key_print = ${accountId} limit 1
      ), taken as (
        delete from console.campaign_change as mark using changed
        where mark.key_print = ${accountId} and mark.campaign_ref = changed.campaign_ref
      )
      select campaign_ref from changed`);
    const [changed] = rows;
    if (!changed) return false;
    const { campaign_ref } = changed;
    const { rowCount } = await tx.execute(sql`
      insert into console.campaign_figures as figures
        (key_print, campaign_ref, people, talked, calls, talk_seconds, talked_calls, untimed_calls, uncosted_calls, costs)
      ${figuresOf(accountId, campaign_ref)}
      on conflict (key_print, campaign_ref) do update set
        people = excluded.people, talked = excluded.talked, calls = excluded.calls, talk_seconds = excluded.talk_seconds,
        talked_calls = excluded.talked_calls, untimed_calls = excluded.untimed_calls, costs = excluded.costs,
        uncosted_calls = excluded.uncosted_calls`);
    if (rowCount === 0)
      await tx.execute(sql`
        delete from console.campaign_figures where key_print = ${accountId} and campaign_ref = ${campaign_ref}`);
    return true;
  });
}

const words = (list: readonly string[]) => sql`${sql.param(list)}::text[]`;

/** As `wasReached` decides it for one call. */
const hasTalked = sql`coalesce(word = any(${words(reachedWords)}), false)
  or ((answered_at is not null or seconds > 0) and not coalesce(word = any(${words(unreachedWords)}), false))`;

/** SQL for the figures of a campaign. Calls without a number are people of their own, as in the campaign's results. */
const figuresOf = (accountId: string, campaignRef: string) => sql`
  with ended as materialized (
    select coalesce(${lineOfCall("call")}, 'call ' || ref) as who, seconds, cost, currency, ${hasTalked} as has_talked
    from (
      select *, translate(lower(coalesce(reason, status)), '_ ', '--') as word from console.found_call
      where key_print = ${accountId} and campaign_ref = ${campaignRef} and is_over
    ) as call
  ), person as (select bool_or(has_talked) as has_talked from ended group by who)
  select ${accountId}, ${campaignRef}, people, talked, calls, talk_seconds, talked_calls, untimed_calls, uncosted_calls,
    coalesce((
      select json_agg(json_build_object('currency', currency, 'amount', amount) order by currency nulls last)
      from (
        select currency, trim_scale(sum(cost))::text as amount from ended where cost is not null group by currency
      ) as sums), '[]')
  from (
    select count(*)::int as calls, coalesce(sum(seconds) filter (where has_talked), 0)::bigint as talk_seconds,
      (count(*) filter (where has_talked))::int as talked_calls,
      (count(*) filter (where has_talked and seconds is null))::int as untimed_calls,
      (count(*) filter (where cost is null))::int as uncosted_calls
    from ended
  ) as sums, (select count(*)::int as people, (count(*) filter (where has_talked))::int as talked from person) as people
  where calls > 0`;
