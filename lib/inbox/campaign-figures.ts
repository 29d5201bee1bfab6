import { sql } from "drizzle-orm";
import { reachedWords, unreachedWords } from "@/lib/contract/shapes/call";
import { lineOfCall } from "@/lib/db/console/call-lines";
import type { Database } from "@/lib/db/database";

/** Campaigns whose figures are computed in one turn. */
const mostAtOnce = 20;

/**
 * Computes the figures of campaigns whose calls have changed. Returns their number. Marks are taken before the calls are read,
 * so that a change in between is seen now and counted again next time.
 */
export async function updateFigures(db: Database, accountId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ campaign_ref: string }>(sql`
      with changed as (
        select distinct campaign_ref from console.campaign_change where key_print = ${accountId} limit ${mostAtOnce}
      ), taken as (
        delete from console.campaign_change as mark using changed
        where mark.key_print = ${accountId} and mark.campaign_ref = changed.campaign_ref
      )
      select campaign_ref from changed`);
    const refs = rows.map(({ campaign_ref }) => campaign_ref);
    if (refs.length === 0) return 0;
    await tx.execute(sql`
      with computed as (${figuresOf(accountId, refs)}), gone as (
        delete from console.campaign_figures as figures
        where key_print = ${accountId} and campaign_ref = any(${sql.param(refs)}::text[])
          and not exists (select from computed where computed.campaign_ref = figures.campaign_ref)
      )
      insert into console.campaign_figures as figures
        (key_print, campaign_ref, people, talked, calls, talk_seconds, talked_calls, untimed_calls, costs, uncosted_calls)
      select ${accountId}, computed.* from computed
      on conflict (key_print, campaign_ref) do update set
        people = excluded.people, talked = excluded.talked, calls = excluded.calls, talk_seconds = excluded.talk_seconds,
        talked_calls = excluded.talked_calls, untimed_calls = excluded.untimed_calls, costs = excluded.costs,
        uncosted_calls = excluded.uncosted_calls`);
    return refs.length;
  });
}

const words = (list: readonly string[]) => sql`${sql.param(list)}::text[]`;

/** As `wasReached` decides it for one call. */
const hasTalked = sql`coalesce(word = any(${words(reachedWords)}), false)
  or ((answered_at is not null or seconds > 0) and not coalesce(word = any(${words(unreachedWords)}), false))`;

/** SQL for the figures of campaigns. Calls without a number are people of their own, as in a campaign's results. */
const figuresOf = (accountId: string, refs: readonly string[]) => sql`
  select campaign_ref, people, talked, calls, talk_seconds, talked_calls, untimed_calls, coalesce(costs, '[]'), uncosted_calls
  from (
    select campaign_ref, count(*)::int as people, count(*) filter (where talked_calls > 0)::int as talked,
      sum(calls)::int as calls, coalesce(sum(talk_seconds), 0)::bigint as talk_seconds, sum(talked_calls)::int as talked_calls,
      sum(untimed_calls)::int as untimed_calls, sum(uncosted_calls)::int as uncosted_calls
    from (
      select campaign_ref, who, count(*) as calls, count(*) filter (where has_talked) as talked_calls,
        sum(seconds) filter (where has_talked) as talk_seconds,
        count(*) filter (where has_talked and seconds is null) as untimed_calls, count(*) filter (where cost is null) as uncosted_calls
      from (
        select campaign_ref, coalesce(${lineOfCall("call")}, 'call ' || ref) as who, seconds, cost, ${hasTalked} as has_talked
        from (
          select *, translate(lower(coalesce(reason, status)), '_ ', '--') as word from console.found_call
          where key_print = ${accountId} and campaign_ref = any(${sql.param(refs)}::text[]) and is_over
        ) as call
      ) as ended group by campaign_ref, who
    ) as person group by campaign_ref
  ) as campaign left join lateral (
    select json_agg(json_build_object('currency', currency, 'amount', amount) order by currency nulls last) as costs
    from (
      select currency, trim_scale(sum(cost))::text as amount from console.found_call
      where key_print = ${accountId} and found_call.campaign_ref = campaign.campaign_ref and is_over and cost is not null
      group by currency
    ) as sums
  ) as money on true`;
