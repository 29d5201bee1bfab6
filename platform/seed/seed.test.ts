import { expect, test } from "vitest";
import { seededDatabase } from "@/lib/testing/database/fresh-database";
import { campaignTable, contactTable } from "@/platform/tables/campaigns";
import { toolTable } from "@/platform/tables/tools";
import { webhookLogTable, webhookTable } from "@/platform/tables/webhooks";
import { isReservedName } from "@/platform/webhooks/simulated-receiver";
import { seed, seeded } from "./seed";

const { db } = await seededDatabase();

test("a second seed changes nothing", async () => {
  const before = await db.$count(webhookLogTable);
  expect(before).toBeGreaterThan(2_000);
  await db.delete(toolTable);
  await seed(db);
  expect([await db.$count(webhookLogTable), await db.$count(toolTable)]).toEqual([before, 0]);
});

test("every seeded webhook has a reserved host name", async () => {
  for (const { url } of await db.select().from(webhookTable)) expect(isReservedName(new URL(url).hostname)).toBe(true);
});

test("the counters of seeded campaigns match their contacts", async () => {
  for (const campaign of await db.select().from(campaignTable)) {
    const { pending_contacts, in_progress_contacts, completed_contacts, failed_contacts, total_contacts } = campaign;
    expect(pending_contacts + in_progress_contacts + completed_contacts + failed_contacts).toBe(total_contacts);
  }
  expect(await db.$count(contactTable)).toBe(720 + 300 + 150 + 1 + 1_688 + 950);
  expect(seeded.campaigns.draft).toBeDefined();
});
