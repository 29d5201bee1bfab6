import type { Page } from "@playwright/test";
import { Client } from "pg";
import { reachEmbedded } from "../lib/db/reach-embedded";
import { json } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { expect, expectSound, type test as stageTest, test } from "./support/test";

type Stage = Parameters<Parameters<typeof stageTest>[2]>[0]["stage"];

/** Campaigns of these records; any other request is answered as by a platform in order. */
function answerCampaigns(stage: Stage, records: Record<string, Record<string, unknown>>) {
  stage.platform.answer((request, response) => {
    const id = /\/v1\/campaigns\/([^/]+)$/.exec(request.url ?? "")?.[1];
    const record = id === undefined ? undefined : records[id];
    if (!record) return healthyPlatform(request, response);
    return json(200, { success: true, data: { id, status: "paused", ...record } })(request, response);
  });
}

/** Moves what is kept of a campaign into the past, so that its next read is that much later. */
async function keptPasses(dataDir: string, id: string, seconds: number) {
  const client = new Client({ connectionString: (await reachEmbedded(dataDir)).url });
  await client.connect();
  const back = "make_interval(secs => $2::float8)";
  await client.query(`update console.campaign_sample set at = at - ${back} where campaign_id = $1`, [id, seconds]);
  await client.query(
    `update console.record_version set seen_at = seen_at - ${back}, last_seen_at = last_seen_at - ${back}
      where resource = 'campaigns' and ref = $1`,
    [id, seconds],
  );
  await client.end();
}

async function questionOn(page: Page, id: string) {
  await page.goto(`/campaigns/${id}?ask=resume`);
  return page.getByRole("alertdialog");
}

test("Resume warns of calls at night and for how long when a campaign has no calling hours", async ({
  stage,
  onStage,
  campaign,
}) => {
  const record = { name: "Winter", status: "running", total_contacts: 47_560, completed_contacts: 90 };
  answerCampaigns(stage, { [campaign]: { ...record, calling_window: null } });
  const page = await onStage("admin");
  await page.goto(`/campaigns/${campaign}`);
  await expect(page.getByRole("region", { name: "Progress" })).toContainText("when it was first seen");
  await keptPasses(stage.product.dataDir, campaign, 600);
  answerCampaigns(stage, {
    [campaign]: { ...record, completed_contacts: 134, status: "paused", calling_window: null },
  });

  const question = await questionOn(page, campaign);
  await expect(question).toContainText(/No calling hours: calls go on at night\. About \d+ days at \d\.\d a minute\./);
  await expectSound(page);

  const manager = await onStage("campaign_manager");
  const asked = await questionOn(manager, campaign);
  await expect(asked).toContainText("Only admins can set calling hours, in Settings, Automation.");
  await expect(asked.getByRole("link")).toHaveCount(0);

  await question.getByRole("link", { name: "Set calling hours" }).click();
  const rail = page.getByRole("dialog", { name: "Outside calling hours" });
  for (const [nth, day] of ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].entries())
    await rail.getByRole("checkbox", { name: day }).setChecked(nth < 5);
  await rail.getByLabel("From").fill("09:00");
  await rail.getByLabel("To", { exact: true }).fill("20:00");
  await rail.getByLabel("Time zone").selectOption("Europe/London");
  await expect(rail.getByRole("checkbox", { name: "Winter" })).toBeChecked();
  await rail.getByRole("button", { name: "Turn on" }).click();
  await expect(rail).toBeHidden();

  const guarded = await questionOn(page, campaign);
  await expect(guarded).toContainText("Mon–Fri 09:00 to 20:00 in Europe/London");
  await expect(guarded).not.toContainText("No calling hours");
  await page.request.post("/api/console/automation/guard-rails/calling_hours", {
    headers: { "x-switchboard": "1", origin: stage.product.origin },
    data: { is_on: false, campaigns: null },
  });
});

test("Resume says calling hours are unknown when a record holds hours in another form", async ({
  stage,
  onStage,
  campaign,
}) => {
  answerCampaigns(stage, {
    [`${campaign}-odd`]: { name: "Odd", settings: { dialing: { schedule: "weekdays nine to five" } } },
    [`${campaign}-none`]: { name: "None", pending_contacts: 7, total_contacts: 7 },
    [`${campaign}-own`]: {
      name: "Own",
      calling_hours: { start: "09:00", end: "17:30", timezone: "Europe/London" },
    },
  });
  const page = await onStage("campaign_manager");
  const odd = await questionOn(page, `${campaign}-odd`);
  await expect(odd).toContainText("Calling hours unknown");
  await expect(odd).not.toContainText("No calling hours");
  const own = await questionOn(page, `${campaign}-own`);
  await expect(own).toContainText("09:00 to 17:30 in Europe/London");
  await expect(await questionOn(page, `${campaign}-none`)).toContainText("No calling hours: calls go on at night.");

  await page.goto("/campaigns");
  await page.getByRole("searchbox", { name: "Name or ID" }).fill(campaign);
  await expect(page.getByRole("row")).toHaveCount(4);
  await page.getByRole("checkbox", { name: "Select all rows shown" }).check();
  await page.getByRole("button", { name: "Resume 3 paused…" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(
    "1 of 3 has no calling hours: calls go on at night. Calling hours unknown for 1.",
  );
  await expectSound(page);
});
