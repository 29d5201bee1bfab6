import { type SQL, sql } from "drizzle-orm";
import type { CampaignCost, CampaignFigures } from "@/lib/contract/console/campaign-figures";
import { roundMoney } from "@/lib/format/money";

export type StoredFigures = Omit<CampaignFigures, "costs"> & { costs: readonly Omit<CampaignCost, "rounded">[] };

/** Figures for a browser. They are rounded here, because the rules of currencies are too much for the list's page. */
export const figuresOf = (stored: StoredFigures | null | undefined): CampaignFigures | null =>
  stored
    ? {
        ...stored,
        costs: stored.costs.map((cost) => ({
          ...cost,
          rounded: roundMoney(cost.amount, cost.currency) ?? cost.amount,
        })),
      }
    : null;

/** SQL for the stored figures of a campaign, as `StoredFigures`; null if none of its calls is known. */
export const figuresJson = (accountId: string, campaignRef: SQL) => sql`(
  select json_build_object('people', people, 'talked', talked, 'calls', calls, 'talkedCalls', talked_calls,
    'talkSeconds', talk_seconds, 'untimedCalls', untimed_calls, 'costs', costs, 'uncostedCalls', uncosted_calls)
  from console.campaign_figures where key_print = ${accountId} and campaign_ref = ${campaignRef})`;
