import { seeded } from "../lib/platform/seed/ids";
import { outcome, pressUpload, stepHeading, sumLine } from "./support/import-wizard";
import { wear } from "./support/looks";
import { password, people } from "./support/people";
import { countPresses } from "./support/presses";
import { startProduct } from "./support/product";
import { expect, expectSound, listen, patient, test } from "./support/test";

test("a new admin uploads the sample list in seven presses after the form", async ({ browser }) => {
  const product = await startProduct();
  try {
    const context = await browser.newContext({ baseURL: product.origin });
    const page = patient(await context.newPage());
    const complaints = listen(page);
    const presses = await countPresses(page);
    await page.goto(product.setupUrl ?? "");
    await page.getByLabel("Name").fill(people.admin.name);
    await page.getByLabel("Email").fill(people.admin.email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Continue to the connection" }).click();
    await page.getByRole("button", { name: "Use the demo platform" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Switchboard is ready");
    await page.goto(`/campaigns/${seeded.campaigns.draft}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Spring green energy offer");
    await page.goto("/");
    await page.evaluate(() => sessionStorage.removeItem("presses"));

    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Import contacts" }).click();
    await page.getByRole("link", { name: "Spring green energy offer" }).click();
    await page.getByRole("button", { name: "240 clean people" }).click();
    await page.getByRole("button", { name: "Check the list" }).click();
    await expect(sumLine(page)).toContainText("240 rows: 240 will be sent");
    await page.getByRole("button", { name: "Continue with 240 contacts" }).click();
    await pressUpload(page);
    await expect(outcome(page)).toContainText("240");
    await presses.atMost(7);
    expect(complaints).toEqual([]);
    await context.close();
  } finally {
    await product.stop();
  }
});

test("the list with problems opens on a phone, and both lists can be downloaded", async ({ as }, info) => {
  const page = await as("campaign_manager");
  for (const look of ["light", "dark", "light at 390 px", "dark at 390 px"] as const) {
    await wear(page, look);
    await page.goto(`/campaigns/${seeded.campaigns.draft}/contacts`);
    await expectSound(page);
    await page.screenshot({ path: info.outputPath(`samples-${look.replaceAll(" ", "-")}.png`) });
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
