import { expect } from "@playwright/test";
import { seeded } from "../../platform/seed/ids";
import { withDatabase } from "./database";
import type { Product } from "./product";

/** A draft campaign of the demo platform without contacts, and functions that advance its calls. */
export async function createFastCampaign(product: Pick<Product, "dataDir" | "databaseUrl">, id: string) {
  const run = (text: string, ...values: unknown[]) =>
    withDatabase(product, (client) => client.query(text, [id, ...values]));
  await run(
    `insert into platform.campaigns (id, organization_id, name, status, assistant_id, phone_number_id, timezone,
        max_concurrency, retry_policy, total_contacts, pending_contacts, created_by)
      select $1, organization_id, $3, 'draft', assistant_id, phone_number_id, timezone, 4,
        '{"max_attempts": 2, "retry_delay_seconds": 60, "retry_on": ["busy", "no_answer"]}', 0, 0, created_by
      from platform.campaigns where id = $2`,
    seeded.campaigns.draft,
    `Fast ${id}`,
  );

  /** Advances the platform and the stored samples by half a minute. A step that is due stays so, or its call would be abandoned. */
  async function advance() {
    await run(`update console.campaign_sample set at = at - interval '30s' where campaign_id = $1`);
    await run(
      `update platform.calls set next_step_at = greatest(next_step_at - interval '30s', now())
        where campaign_id = $1 and next_step_at > now()`,
    );
    await run(`update platform.contacts set next_attempt_at = next_attempt_at - interval '30s' where campaign_id = $1`);
  }

  async function callsInProgress() {
    const { rows } = await run(`select from platform.calls where campaign_id = $1 and next_step_at is not null`);
    return rows.length;
  }

  return {
    advance,
    /** Ends the calls in progress of a paused campaign. Returns the number of people who wait. */
    async endCalls(): Promise<number> {
      await expect(async () => {
        await advance();
        expect(await callsInProgress()).toBe(0);
      }).toPass();
      const { rows } = await run(`select pending_contacts from platform.campaigns where id = $1`);
      return rows[0].pending_contacts;
    },
  };
}
