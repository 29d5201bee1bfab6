import { bigint, index, integer, jsonb, primaryKey, text } from "drizzle-orm/pg-core";
import type { CampaignCost } from "@/lib/contract/console/campaign-figures";
import { consoleSchema } from "./schema";

const accountId = text("key_print").notNull();

/** Figures of a campaign from its calls that are over, computed after each change; see `campaign-figures.ts`. */
export const campaignFiguresTable = consoleSchema.table(
  "campaign_figures",
  {
    accountId,
    campaignRef: text("campaign_ref").notNull(),
    people: integer("people").notNull(),
    /** People with a call in which they talked. */
    talked: integer("talked").notNull(),
    calls: integer("calls").notNull(),
    talkSeconds: bigint("talk_seconds", { mode: "number" }).notNull(),
    /** Calls in which people talked, and those of them without a length. */
    talkedCalls: integer("talked_calls").notNull(),
    untimedCalls: integer("untimed_calls").notNull(),
    costs: jsonb("costs").$type<Omit<CampaignCost, "rounded">[]>().notNull(),
    uncostedCalls: integer("uncosted_calls").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.campaignRef] })],
);

/** Campaigns with a changed call, written by a trigger on `found_call`. Without a key, so that no writer waits for another. */
export const campaignChangeTable = consoleSchema.table(
  "campaign_change",
  { accountId, campaignRef: text("campaign_ref").notNull() },
  (table) => [index("campaign_change_campaign").on(table.accountId, table.campaignRef)],
);
