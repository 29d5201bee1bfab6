import { seeded } from "../platform/seed/ids";
import { stepHeading, sumLine } from "./support/import-wizard";
import { wear } from "./support/looks";
import { expect, expectSound, test } from "./support/test";

test("opens the sample list with problems on a phone, and asks its question", async ({ as }) => {
  const page = await as("campaign_manager");
  for (const look of ["light", "dark", "light at 390 px", "dark at 390 px"] as const) {
    await wear(page, look);
    await page.goto(`/campaigns/${seeded.campaigns.draft}/contacts`);
    await expectSound(page);
  }
  await page.getByRole("button", { name: "400 with problems" }).click();
  await expect(stepHeading(page)).toHaveText("Match columns");
  await expect(page.locator("main")).toContainText("Windows-1252");
  const check = page.getByRole("button", { name: "Check the list" });
  const card = page.getByRole("region", { name: "Who must not be called" });
  await expect(card).toContainText("1 column looks like consent");
  await expect(page.locator("main")).toContainText("One question is open: Do not call.");
  await expect(check).toHaveAttribute("aria-disabled", "true");
  await expectSound(page);
  await card.getByRole("checkbox", { name: /^empty/ }).check();
  await expect(card).toContainText("rows are left out");
  await check.click();
  await expect(sumLine(page)).toContainText("400 rows");
  await expect(sumLine(page)).toContainText("left out by a column's value");
  await page.getByRole("button", { name: /^Do not call: yes/ }).click();
  await expect(page.getByRole("heading", { name: /^Do not call: yes: \d+ rows/ })).toBeVisible();
  await expectSound(page);
});
