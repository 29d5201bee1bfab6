import { seeded } from "../lib/platform/seed/ids";
import { stepHeading, sumLine } from "./support/import-wizard";
import { wear } from "./support/looks";
import { expect, expectSound, test } from "./support/test";

test("opens the sample list with problems on a phone, and downloads both lists", async ({ as }) => {
  const page = await as("campaign_manager");
  for (const look of ["light", "dark", "light at 390 px", "dark at 390 px"] as const) {
    await wear(page, look);
    await page.goto(`/campaigns/${seeded.campaigns.draft}/contacts`);
    await expectSound(page);
  }
  for (const [name, lines] of [
    ["clean.csv", 241],
    ["messy.csv", 401],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name }).click();
    expect((await download).suggestedFilename()).toBe(`sample-${name}`);
    const text = await (await page.request.get(`/samples/${name}`)).text();
    expect(text.trim().split("\r\n")).toHaveLength(lines);
  }
  await page.getByRole("button", { name: "400 with problems" }).click();
  await expect(stepHeading(page)).toHaveText("Look at the first rows");
  await expect(page.locator("main")).toContainText("Windows-1252");
  await page.getByRole("button", { name: "Match columns" }).click();
  await page.getByRole("button", { name: "Check the list" }).click();
  await expect(sumLine(page)).toContainText("400 rows");
  await expect(page.locator("main")).toContainText("180");
  await expectSound(page);
});
