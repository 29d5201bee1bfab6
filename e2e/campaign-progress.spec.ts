import { seeded } from "../lib/platform/seed/ids";
import { expect, expectSound, test } from "./support/test";

test("a campaign's page leads with how far it is, and what changed is there after a reload", async ({ as }) => {
  const page = await as("campaign_manager");
  await page.goto(`/campaigns/${seeded.campaigns.running}`);
  const progress = page.getByRole("region", { name: "Progress" });
  await expect(progress).toContainText(/[\d,]+ of [\d,]+ done or failed, \d+%/);
  await expect(progress).toContainText("Worked out from");

  await page.getByRole("button", { name: /^Pause/ }).click();
  const changes = page.getByRole("region", { name: "Changes seen" });
  await expect(changes).toContainText("status running → is now paused");
  await page.reload();
  await expect(changes).toContainText("status running → is now paused");
  await expect(progress).toContainText("when it was first seen here");

  const curve = progress.getByRole("slider", { name: "Contacts done or failed" });
  await curve.focus();
  await expect(curve).toHaveAttribute("aria-valuetext", /: [\d,]+/);
  await progress.getByRole("button", { name: "Show as table" }).click();
  await expect(progress.getByRole("table", { name: "Contacts done or failed" })).toBeVisible();
  await expectSound(page);

  await page.getByRole("button", { name: /^Resume/ }).click();
  await page.getByRole("button", { name: "Resume the campaign" }).click();
  await expect(changes).toContainText("status paused → is now running");
});
