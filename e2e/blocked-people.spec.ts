import type { Page } from "@playwright/test";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { number, takeNumbers } from "./support/contact-lists";
import { withDatabase } from "./support/database";
import { createFastCampaign } from "./support/fast-campaign";
import { listOf, openImport, outcome, uploadList } from "./support/import-wizard";
import { expect, expectSound, test } from "./support/test";

const main = (page: Page) => page.locator("main");

async function block(page: Page, blocked: string) {
  await page.goto("/do-not-call");
  await page.getByRole("button", { name: "Add a number" }).click();
  const form = page.getByRole("dialog", { name: "Add a number" });
  await form.getByLabel("Number").fill(blocked);
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form).toHaveCount(0);
}

/** Sends as a program does, without the questions of a page. */
const send = async (page: Page, path: string, data: Record<string, unknown> = {}) => {
  const headers = { "x-switchboard": "1", origin: new URL(page.url()).origin, "sec-fetch-site": "same-origin" };
  const response = await page.request.post(path, { headers, data });
  return { status: response.status(), json: await response.json() };
};

test("heeds a block that comes while a campaign runs", async ({ as, product, campaign }) => {
  test.slow();
  const fast = await createFastCampaign(product, campaign);
  const name = `Fast ${campaign}`;
  const first = takeNumbers(6);
  const people = Array.from({ length: 6 }, (_, nth) => number(first + nth));
  const [admin, manager, support] = [await as("admin"), await as("campaign_manager"), await as("support")];
  const question = manager.getByRole("alertdialog");
  await admin.request.get(`/api/v1/campaigns/${campaign}`);
  await openImport(manager, campaign);
  const rows = people.map((phone, nth) => `${phone},Rosa Blue ${nth}`);
  await uploadList(manager, listOf("clean.csv", ["phone_number,name", ...rows]));
  await expect(outcome(manager)).toBeVisible();

  await test.step("says at once where the person waits, and to support who can pause", async () => {
    await block(support, people[0] ?? "");
    await expect(main(support)).toContainText(`This person can still be called in ${name}.`);
    await expect(main(support)).toContainText("draft, waiting");
    await expect(main(support)).toContainText("Admins and campaign managers can pause and cancel campaigns.");
    await expectSound(support);
    await block(support, number(takeNumbers(1)));
    await expect(main(support)).toContainText(
      /In no list uploaded here since .+\. People added on the platform are not/,
    );
  });

  await test.step("starts only after the number of blocked people was confirmed", async () => {
    expect(await send(manager, `/api/v1/campaigns/${campaign}/start`)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining("1 waiting person is on the do-not-call list") },
    });
    await manager.goto(`/campaigns/${campaign}?ask=start`);
    const start = question.getByRole("button", { name: "Start, call 6 people" });
    await expect(question).toContainText("1 waiting person is on the do-not-call list");
    await expect(question).not.toContainText("Checking");
    await expect(start).toBeDisabled();
    await question.getByRole("checkbox", { name: "Call this person anyway" }).check();
    await expectSound(manager);
    await start.click();
    await expect(manager.getByRole("button", { name: /^Pause/ })).toBeVisible();
  });

  await test.step("pauses from the band, which stays until the campaign does not run", async () => {
    await block(manager, people[5] ?? "");
    const band = main(manager).getByRole("status").filter({ hasText: "This person can still be called" });
    await expect(band).toContainText(/running, (waiting|being called now)/);
    await expect(band).toContainText("the platform cannot take one person out");
    await expectSound(manager);
    await band.getByRole("button", { name: "Pause it" }).click();
    await expect(band).toContainText("Nobody is called until the campaign is started or resumed.");
    await expect(band.getByRole("button", { name: "Pause it" })).toHaveCount(0);
  });

  await test.step("sends no scheduled resume while nobody has confirmed, and asks once", async () => {
    const local = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
    const plan = { campaign_id: campaign, action: "resume", local, zone: "UTC" };
    expect(await send(manager, "/api/console/automation/planned", plan)).toMatchObject({ status: 409 });
    const confirmed = await send(manager, "/api/console/automation/planned", { ...plan, confirmed_blocked: 6 });
    expect(confirmed.status).toBe(200);
    await block(manager, people[4] ?? "");
    await withDatabase(product, (client) =>
      client.query(
        "update console.planned_action set at = now(), next_attempt_at = now() where campaign_id = $1 and state = 'planned'",
        [campaign],
      ),
    );
    await admin.goto("/");
    const alert = main(admin).getByText(`${name} was not resumed as scheduled.`).first();
    await expect(alert).toBeVisible({ timeout: timeoutMs(60_000) });
  });

  await test.step("resumes after the confirmation, marks who is blocked, and says when one was called", async () => {
    await manager.goto(`/campaigns/${campaign}?ask=resume`);
    await expect(question).toContainText(/\d waiting (person is|people are) on the do-not-call list/);
    await question.getByRole("checkbox", { name: /^Call (this person|these \d people) anyway$/ }).check();
    await question.getByRole("button", { name: /^Resume, call/ }).click();
    await expect(manager.getByRole("button", { name: /^Pause/ })).toBeVisible();
    await expect(async () => {
      await fast.advance();
      await admin.goto("/");
      await expect(
        main(admin)
          .getByText(/was called .+ after the number was blocked\.|\d blocked numbers were called\./)
          .first(),
      ).toBeVisible({
        timeout: timeoutMs(5_000),
      });
    }).toPass({ timeout: timeoutMs(120_000) });
    await manager.goto(`/campaigns/${campaign}?tab=contacts`);
    await expect(main(manager).getByText("do not call", { exact: true }).first()).toBeVisible();
    await expectSound(manager);
  });
});
