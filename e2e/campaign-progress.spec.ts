import type { Page } from "@playwright/test";
import { Client } from "pg";
import { reachEmbedded } from "../lib/db/reach-embedded";
import { seeded } from "../lib/platform/seed/ids";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { password, people } from "./support/people";
import { countPresses } from "./support/presses";
import { expect, expectSound, listen, patient, test } from "./support/test";

test("a campaign's page leads with how far it is, and what changed is there after a reload", async ({ as }) => {
  const page = await as("campaign_manager");
  await page.goto(`/campaigns/${seeded.campaigns.running}`);
  const progress = page.getByRole("region", { name: "Progress" });
  await expect(progress).toContainText(/[\d,]+ of [\d,]+ done, \d+%/);
  await expect(progress).toContainText("Calculated from");

  await page.getByRole("button", { name: /^Pause/ }).click();
  const changes = page.getByRole("region", { name: "Recent changes" });
  await expect(changes).toContainText("status from running to paused");
  await page.reload();
  await expect(changes).toContainText("status from running to paused");
  await expect(progress).toContainText("when it was first seen");

  const curve = progress.getByRole("slider", { name: "Contacts done or failed" });
  await curve.focus();
  await expect(curve).toHaveAttribute("aria-valuetext", /: [\d,]+/);
  await progress.getByRole("button", { name: "Show as table" }).click();
  await expect(progress.getByRole("table", { name: "Contacts done or failed" })).toBeVisible();
  await expectSound(page);

  await page.getByRole("button", { name: /^Resume/ }).click();
  const question = page.getByRole("alertdialog", { name: "Resume Winter tariff renewals?" });
  await expect(question).toContainText(/is active.*Credit: [\d,.]+ GBP.*Enough for/);
  await expectSound(page);
  await question.getByRole("button", { name: /^Resume, call \d+ people/ }).click();
  await expect(changes).toContainText("status from paused to running");
});

test("several campaigns are added and paused at once, each reported by its name; one that is refused stops none", async ({
  onStage,
  stage,
  campaign,
}) => {
  const ids = ["a", "b", "c"].map((each) => `${campaign}-${each}`);
  const states = new Map(ids.map((id) => [id, "running"]));
  stage.platform.answer((request, response) => {
    const [, id = "", act] = /\/campaigns\/([^/]+)(\/pause)?$/.exec(request.url ?? "") ?? [];
    const status = states.get(id);
    if (status === undefined) return healthyPlatform(request, response);
    const isRefused = act !== undefined && id === ids[1];
    if (act && !isRefused) states.set(id, "paused");
    response.writeHead(isRefused ? 409 : 200, { "content-type": "application/json" });
    const answer = { success: !isRefused, message: isRefused ? "Campaign is being synced, try again" : "Paused" };
    const counts = { total_contacts: 10, completed_contacts: 4, pending_contacts: 6 };
    response.end(JSON.stringify(act ? answer : { success: true, data: { id, name: `Bulk ${id}`, status, ...counts } }));
  });
  const page = await onStage("campaign_manager", { expects: /status of 409/ });
  await page.goto("/campaigns");
  await page.getByRole("button", { name: "Add campaigns" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add campaigns" });
  await dialog.getByLabel("Campaign IDs").fill(ids.join("\n"));
  await expect(dialog.getByRole("listitem").filter({ hasText: "10 contacts" })).toHaveCount(3);
  await dialog.getByRole("button", { name: "Add 3 campaigns" }).click();
  await expect(page).not.toHaveURL(/ask=/);

  await page.getByRole("searchbox", { name: "Name or ID" }).fill(campaign);
  await expect(page.getByRole("row")).toHaveCount(4);
  await page.getByRole("checkbox", { name: "Select all rows shown" }).check();
  await expect(page.getByRole("row", { name: /4 of 10/ })).toHaveCount(3);
  await expectSound(page);
  stage.platform.seen.length = 0;
  await page.getByRole("button", { name: "Pause 3 running" }).click();
  const notice = page.getByRole("status").filter({ hasText: "were paused" });
  await expect(notice).toContainText("2 of 3 campaigns were paused");
  await expect(notice).toContainText(`Bulk ${ids[1]} was not: “Campaign is being synced, try again”`);
  expect(stage.platform.seen.filter(({ method }) => method === "POST")).toHaveLength(3);
  await expect(page.getByRole("row", { name: /paused by/ })).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Selected campaigns" })).toContainText("1 selected");
});

/** A campaign of the built-in platform, and a clock that can be moved on for it and for what is kept of it. */
async function hastenedCampaign(dataDir: string, id: string, contacts: number) {
  const client = new Client({ connectionString: (await reachEmbedded(dataDir)).url });
  await client.connect();
  const sql = (text: string, ...values: unknown[]) => client.query(text, [id, ...values]);
  await sql(
    `insert into platform.campaigns (id, organization_id, name, status, assistant_id, phone_number_id, timezone,
        max_concurrency, retry_policy, total_contacts, pending_contacts, created_by)
      select $1, organization_id, $3, 'draft', assistant_id, phone_number_id, timezone, 4,
        '{"max_attempts": 2, "retry_delay_seconds": 60, "retry_on": ["busy", "no_answer"]}', $4, $4, created_by
      from platform.campaigns where id = $2`,
    seeded.campaigns.draft,
    `Hastened ${id}`,
    contacts,
  );
  await sql(
    `insert into platform.contacts (campaign_id, phone_number, name, position)
      select $1, '+1202556' || (1000 + nth), 'Contact ' || nth, nth + 1 from generate_series(1, $2::int) as nth`,
    contacts,
  );
  const keptPasses = async (seconds: number) => {
    const back = `make_interval(secs => $2::float8)`;
    await sql(`update console.campaign_sample set at = at - ${back} where campaign_id = $1`, seconds);
    await sql(
      `update console.record_version set seen_at = seen_at - ${back}, last_seen_at = last_seen_at - ${back}
        where resource = 'campaigns' and ref = $1`,
      seconds,
    );
  };
  const callsDue = async () => {
    const due = "select count(*)::int as due from platform.calls where campaign_id = $1 and next_step_at <= now()";
    return (await sql(due)).rows[0].due;
  };
  return {
    keptPasses,
    /** Half a minute for the platform, and a read of what came of it. */
    async pass(page: Page) {
      await keptPasses(30);
      for (let step = 0; step < 3; step += 1) {
        const back = `next_step_at - interval '10s'`;
        await sql(
          `update platform.calls set next_step_at = ${back} where campaign_id = $1 and next_step_at is not null`,
        );
        await sql(
          `update platform.contacts set next_attempt_at = next_attempt_at - interval '10s' where campaign_id = $1`,
        );
        await expect.poll(callsDue, { intervals: [50] }).toBe(0);
      }
      await page.request.get(`/api/v1/campaigns/${id}`);
    },
    /** Nothing moves until it may again. */
    async mayMove(mayMove: boolean) {
      const at = mayMove ? "now()" : "'2999-01-01'";
      await sql(`update platform.calls set next_step_at = ${at} where campaign_id = $1 and next_step_at is not null`);
      await sql(`update platform.contacts set next_attempt_at = ${at} where campaign_id = $1 and status = 'pending'`);
    },
    end: () => client.end(),
  };
}

/** Stands for the browser's own notifications, which a test cannot see; runs in the page. */
function recordNotifications() {
  class Recorded {
    static permission = "granted";
    constructor(title: string) {
      sessionStorage.setItem("notified", `${sessionStorage.getItem("notified") ?? ""}${title}\n`);
    }
  }
  Object.assign(window, { Notification: Recorded });
}

test("a campaign is followed from its start to its end: when it will end, that it stands still, and a guard rail that pauses it once", async ({
  as,
  product,
  campaign,
}) => {
  const [page, admin] = [await as("campaign_manager"), await as("admin")];
  await page.addInitScript(recordNotifications);
  const hastened = await hastenedCampaign(product.dataDir, campaign, 16);
  const rail = (is_on: boolean, rest = {}) =>
    admin.request.post("/api/console/automation/guard-rails/calling_hours", {
      headers: { "x-switchboard": "1", origin: product.origin },
      data: { is_on, ...rest },
    });
  const progress = page.getByRole("region", { name: "Progress" });
  const main = page.locator("main");
  await page.goto(`/campaigns/${campaign}`);
  await expect(progress).toContainText("0 of 16 done. Not started yet");
  await page.getByRole("button", { name: /^Start/ }).click();
  // The button moves as long as the question is still reading what it shows above it.
  await expect(page.getByRole("alertdialog")).not.toContainText("Checking");
  await page.getByRole("button", { name: "Start, call 16 people" }).click();
  await expect(page.getByRole("button", { name: /^Pause/ })).toBeVisible();

  await test.step("when it will end", async () => {
    const end = progress.getByRole("heading", { name: "Expected end" }).locator("..");
    await expect(async () => {
      await hastened.pass(page);
      await expect(end).toContainText(/\d\d:\d\d.*left at the current pace/, { timeout: timeoutMs(500) });
    }).toPass({ intervals: [0] });
  });

  await test.step("that it stands still, within two minutes; its alert is a notification of the browser, and is snoozed", async () => {
    const rest = async (seconds: number) => {
      // A turn of the platform may have begun before.
      await hastened.mayMove(false);
      await page.request.get(`/api/v1/campaigns/${campaign}`);
      await hastened.keptPasses(seconds);
      await page.request.get(`/api/v1/campaigns/${campaign}`);
    };
    await expect(async () => {
      await rest(110);
      await expect(main).toContainText(/No movement for \d+ (s|min)/, { timeout: timeoutMs(3_000) });
    }).toPass({ intervals: [0] });
    await rest(600);
    await page.getByRole("button", { name: "Snooze…" }).click();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("notified"))).toContain("has stalled.");
    await page.getByRole("dialog").getByRole("button", { name: "Snooze", exact: true }).click();
    await expect(main).toContainText(/No movement for \d+ min, snoozed until/);
    await expectSound(page);
  });

  await test.step("a guard rail pauses it once", async () => {
    const far = ((new Date().getUTCDay() + 3) % 7) + 1;
    const never = { zone: "UTC", days: [far], from: "09:00", to: "09:01", campaigns: [campaign] };
    await page.request.get(`/api/v1/campaigns/${campaign}`);
    expect((await rail(true, never)).status()).toBe(200);
    const changes = page.getByRole("region", { name: "Recent changes" });
    await expect(changes).toContainText("status from running to paused");
    await page.getByRole("button", { name: /^Resume/ }).click();
    await page.getByRole("button", { name: /^Resume, call/ }).click();
    await expect(page.getByRole("button", { name: /^Pause/ })).toBeVisible();
  });

  await hastened.mayMove(true);
  await expect(async () => {
    await hastened.pass(page);
    await expect(progress).toContainText("every contact is done or failed", { timeout: timeoutMs(200) });
  }).toPass({ intervals: [0] });
  await expect(page.getByRole("heading", { level: 1 }).locator("xpath=..")).toContainText("completed");
  const pauses = page.getByRole("region", { name: "Activity" }).getByText("Guard rail: Outside calling hours");
  await expect(pauses).toHaveCount(1);
  await rail(false, { campaigns: null });
  await hastened.end();
});

test("a campaign manager goes from sign-in through a messy list to a running, watched campaign with fourteen presses at most", async ({
  browser,
  product,
  as,
  campaign,
}) => {
  const hastened = await hastenedCampaign(product.dataDir, campaign, 0);
  // Somebody else opened it before: that is how it is known.
  await (await as("admin")).request.get(`/api/v1/campaigns/${campaign}`);
  const context = await browser.newContext({ baseURL: product.origin });
  const page = patient(await context.newPage());
  const complaints = listen(page);
  const presses = await countPresses(page);
  const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(people.campaign_manager.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press("Sign in");
  await page.getByRole("link", { name: "Import contacts" }).click();
  await page.getByRole("row", { name: new RegExp(`Hastened ${campaign}`) }).click();
  const chooser = page.waitForEvent("filechooser");
  await press(/Choose|Drop/);
  const rows = Array.from({ length: 6 }, (_, nth) => `  p:+1 202 557 ${1000 + nth};Lead ${nth}`);
  const messy = ["phone_number;name", ...rows, rows[0], ";Nobody", ""].join("\r\n");
  await (await chooser).setFiles({ name: "messy.csv", mimeType: "text/csv", buffer: Buffer.from(messy) });
  await press("Check the list");
  await press(/^Use all 7 suggestions/);
  await press("Continue with 6 contacts");
  await press(/^Upload 6 contacts/);
  await expect(page.getByRole("heading", { name: `6 contacts are in Hastened ${campaign}` })).toBeVisible();
  await expect(page.locator("main")).toContainText("2 rows were left out: save them");
  await page.getByRole("link", { name: "Open the campaign" }).click();
  await press(/^Start/);
  await press("Start, call 6 people");
  await expect(page.getByRole("button", { name: /^Pause/ })).toBeVisible();
  await expect(page.getByRole("switch", { name: "Live" })).toBeChecked();
  await presses.atMost(14);
  expect(complaints).toEqual([]);
  await press(/^Pause/);
  await expect(page.getByRole("button", { name: /^Resume/ })).toBeVisible();
  await context.close();
  await hastened.end();
});
