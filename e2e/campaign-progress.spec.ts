import { seeded } from "../lib/platform/seed/ids";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { expect, expectSound, test } from "./support/test";

test("a campaign's page leads with how far it is, and what changed is there after a reload", async ({ as }) => {
  const page = await as("campaign_manager");
  await page.goto(`/campaigns/${seeded.campaigns.running}`);
  const progress = page.getByRole("region", { name: "Progress" });
  await expect(progress).toContainText(/[\d,]+ of [\d,]+ done, \d+%/);
  await expect(progress).toContainText("Worked out from");

  await page.getByRole("button", { name: /^Pause/ }).click();
  const changes = page.getByRole("region", { name: "Recent changes" });
  await expect(changes).toContainText("status from running to paused");
  await page.reload();
  await expect(changes).toContainText("status from running to paused");
  await expect(progress).toContainText("when it was first seen here");

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

test("several campaigns are added and paused at once, each told by its name; one that is refused stops none", async ({
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
    const told = { success: !isRefused, message: isRefused ? "Campaign is being synced, try again" : "Paused" };
    const counts = { total_contacts: 10, completed_contacts: 4, pending_contacts: 6 };
    response.end(JSON.stringify(act ? told : { success: true, data: { id, name: `Bulk ${id}`, status, ...counts } }));
  });
  const page = await onStage("campaign_manager", { expects: /status of 409/ });
  await page.goto("/campaigns");
  await page.getByRole("button", { name: "Add campaigns" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add campaigns" });
  await dialog.getByLabel("Campaign IDs").fill(ids.join("\n"));
  await expect(dialog.getByRole("listitem").filter({ hasText: "10 contacts" })).toHaveCount(3);
  await dialog.getByRole("button", { name: "Add 3 campaigns" }).click();

  await page.getByRole("searchbox", { name: "Name or ID" }).fill(campaign);
  await page.getByRole("checkbox", { name: "Select all campaigns shown" }).check();
  await expect(page.getByRole("row", { name: /4 of 10/ })).toHaveCount(3);
  await expectSound(page);
  stage.platform.seen.length = 0;
  await page.getByRole("button", { name: "Pause 3 running" }).click();
  const told = page.getByRole("status").filter({ hasText: "were paused" });
  await expect(told).toContainText("2 of 3 campaigns were paused");
  await expect(told).toContainText(`Bulk ${ids[1]} was not: “Campaign is being synced, try again”`);
  expect(stage.platform.seen.filter(({ method }) => method === "POST")).toHaveLength(3);
  await expect(page.getByRole("row", { name: /paused by/ })).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Selected campaigns" })).toContainText("1 selected");
});
