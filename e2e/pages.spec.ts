import { findOverflow } from "./support/find-overflow";
import { findLayoutShifts, watchLayoutShifts } from "./support/layout-shift";
import { wear } from "./support/looks";
import { pages } from "./support/pages";
import { expect, expectSound, test } from "./support/test";

// Each worker takes the next page.
test.describe.configure({ mode: "parallel" });

for (const { path, title, shows } of pages)
  test(`shows the content of ${path} at every width, accessible in both themes`, async ({ as }) => {
    // A row can lead to a record that another test has deleted.
    const page = await as("admin", { expects: /status of 404/ });
    await watchLayoutShifts(page);
    await page.goto(path);
    expect.soft(await findLayoutShifts(page)).toEqual([]);
    for (const width of [320, 390, 700, 861, 900, 960, 1024, 1181, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await page.evaluate(findOverflow), `${width} px`).toEqual([]);
    }
    for (const look of ["light", "dark at 390 px"] as const)
      await test.step(look, async () => {
        await wear(page, look);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
        await expect(page.locator("main")).toContainText(shows);
        await expectSound(page);
      });
  });
