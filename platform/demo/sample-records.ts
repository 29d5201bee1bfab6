import { asc, inArray, or, sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { seeded } from "@/platform/seed/ids";
import { callTable } from "@/platform/tables/calls";
import { campaignTable } from "@/platform/tables/campaigns";
import { toolTable } from "@/platform/tables/tools";
import { workflowTable } from "@/platform/tables/workflows";
import { demoAuthor } from "./demo-campaigns";

export type SampleRecord = { resource: string; id: string; name: string };

const callsPerCampaign = 8;

/** All records of the resources that the API cannot list. Of the calls: the seeded ones and each demo campaign's first. */
export async function sampleRecords(db: Database): Promise<SampleRecord[]> {
  const nth = sql<number>`row_number() over (partition by ${callTable.campaign_id} order by ${callTable.created_at}, ${callTable.id})`;
  const isDemo = sql`${callTable.campaign_id} in (select id from ${campaignTable} where created_by = ${demoAuthor})`;
  const seededCalls = Object.values(seeded.calls);
  const name = sql<string>`'Call with ' || coalesce(${callTable.customer_name}, ${callTable.from_number})`.as("name");
  const calls = db
    .select({ id: callTable.id, name, nth: nth.as("nth") })
    .from(callTable)
    .where(or(inArray(callTable.id, seededCalls), isDemo))
    .as("calls");
  const rows = {
    campaigns: await db
      .select({ id: campaignTable.id, name: campaignTable.name })
      .from(campaignTable)
      .orderBy(asc(campaignTable.created_at)),
    workflows: await db.select({ id: workflowTable.ref, name: workflowTable.name }).from(workflowTable),
    tools: await db.select({ id: toolTable.id, name: toolTable.name }).from(toolTable),
    calls: await db
      .select({ id: calls.id, name: calls.name })
      .from(calls)
      .where(or(inArray(calls.id, seededCalls), sql`${calls.nth} <= ${callsPerCampaign}`))
      .orderBy(calls.id),
  };
  return Object.entries(rows).flatMap(([resource, records]) => records.map((record) => ({ resource, ...record })));
}
