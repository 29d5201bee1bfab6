import { eq } from "drizzle-orm";
import {
  cancelCampaign,
  getCampaign,
  pauseCampaign,
  resumeCampaign,
  startCampaign,
} from "@/lib/contract/api/campaigns";
import type { Database } from "@/lib/db/database";
import { notFound } from "@/platform/http/api-error";
import { implement, owned, type PlatformContext } from "@/platform/http/context";
import { campaignTable } from "@/platform/tables/campaigns";
import { type Trigger, transition, triggers } from "./campaign-states";

export const campaigns = (db: Database) => {
  const handle = (trigger: Trigger) => (input: { campaign_id: string }, context: PlatformContext) =>
    db.transaction(async (tx) => {
      const [campaign] = await tx.select().from(campaignTable).where(withId(input, context)).for("update");
      if (!campaign) throw notFound("Campaign");
      await transition(tx, campaign, trigger);
      return { success: true, message: `Campaign ${triggers[trigger].done} successfully` };
    });

  return [
    implement(getCampaign, async (input, context) => {
      const [campaign] = await db.select().from(campaignTable).where(withId(input, context));
      if (!campaign) throw notFound("Campaign");
      return { success: true, data: campaign };
    }),
    implement(startCampaign, handle("start")),
    implement(pauseCampaign, handle("pause")),
    implement(resumeCampaign, handle("resume")),
    implement(cancelCampaign, handle("cancel")),
  ];
};

const withId = ({ campaign_id }: { campaign_id: string }, context: PlatformContext) =>
  owned(campaignTable, context, eq(campaignTable.id, campaign_id));
