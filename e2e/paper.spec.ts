import { seeded } from "../platform/seed/ids";
import { expect, test } from "./support/test";

test("shows the figures of the overview in one line, of one height, on the screen and on paper", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/");
  const figures = page.getByRole("region", { name: "Figures" });
  const amounts = figures.locator("[data-amount]");
  await expect(amounts).toHaveCount(4);
  const heights = await amounts.evaluateAll((all) => all.map((amount) => amount.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);
  await page.setViewportSize({ width: 703, height: 1000 });
  await page.emulateMedia({ media: "print" });
  const tops = await figures.locator("> *").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test("hides what corrects when a campaign is printed", async ({ as }) => {
  const page = await as("admin");
  await page.goto(`/campaigns/${seeded.campaigns.running}`);
  const controls = page.locator("main").getByText("Correct this", { exact: true });
  await expect(controls).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  for (const control of await controls.all()) await expect(control).toBeHidden();
});

test("says on paper how many of the deliveries are listed", async ({ as }) => {
  const page = await as("support");
  await page.goto("/webhooks?time=all");
  const foot = page.locator("[data-slot=table-foot]").getByText(/[\d,]+ of [\d,]+ (known )?deliveries/);
  await page.emulateMedia({ media: "print" });
  await expect(foot).toBeVisible();
  const [, listed] = /([\d,]+) of/.exec((await foot.textContent()) ?? "") ?? [];
  expect(Number(listed?.replace(",", ""))).toBe(await page.locator("main tr[data-row-id]").count());
});

test("prints every entry of the audit log, also those that the screen folds", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/audit");
  // Minor events in a row, whatever else happens meanwhile.
  for (let times = 0; times < 4; times += 1) {
    const saved = page.waitForResponse((response) => response.url().endsWith("/me/preferences"));
    await page.getByRole("button", { name: "Switch theme" }).click();
    await saved;
  }
  await page.goto("/audit");
  const main = page.locator("main");
  const fold = main.getByText(/minor events (at|between)/);
  await expect(fold.first()).toBeVisible();
  const rows = main.locator("tbody tr");
  const onScreen = await rows.count();
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(fold).toHaveCount(0);
  await expect.poll(() => rows.count()).toBeGreaterThan(onScreen);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(fold.first()).toBeAttached();
});

test("copies a selected table without the words for screen readers", async ({ as }) => {
  const page = await as("admin", { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  await page.goto("/team");
  await page.getByRole("table").first().selectText();
  await page.keyboard.press("ControlOrMeta+c");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("Audit log");
  expect(copied).not.toMatch(/Audit log\s*of/);
});
