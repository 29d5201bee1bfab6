import { type SQL, sql } from "drizzle-orm";

/** SQL for the stored figures of a campaign, as `CampaignFigures`; null if none of its calls is known. */
export const figuresJson = (accountId: string, campaignRef: SQL) => sql`(
  select json_build_object('people', people, 'talked', talked, 'calls', calls, 'talkedCalls', talked_calls,
    'talkSeconds', talk_seconds, 'untimedCalls', untimed_calls, 'costs', costs, 'uncostedCalls', uncosted_calls)
  from console.campaign_figures where key_print = ${accountId} and campaign_ref = ${campaignRef})`;
