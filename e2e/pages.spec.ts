import { wear } from "./support/looks";
import { pages } from "./support/pages";
import { expect, expectSound, test } from "./support/test";

for (const { path, title, shows } of pages)
  test(`${path} is whole and accessible in both themes and on a phone`, async ({ as }) => {
    const page = await as("admin");
    await page.goto(path);
    for (const look of ["light", "dark", "light at 390 px"] as const)
      await test.step(look, async () => {
        await wear(page, look);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
        await expect(page.locator("main")).toContainText(shows);
        await expectSound(page);
      });
  });
