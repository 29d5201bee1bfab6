import { pages } from "./support/pages";
import { expect, expectSound, test } from "./support/test";

const looks = [
  { name: "light", context: { colorScheme: "light", viewport: { width: 1440, height: 900 } } },
  { name: "dark", context: { colorScheme: "dark", viewport: { width: 1440, height: 900 } } },
  { name: "light at 390 px", context: { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true } },
] as const;

for (const { name, context } of looks)
  for (const { path, title, shows } of pages)
    test(`${path} is whole and accessible, ${name}`, async ({ as }, info) => {
      const page = await as("admin", { context });
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expect(page.locator("main")).toContainText(shows);
      await expectSound(page);
      await info.attach("page", { body: await page.screenshot({ fullPage: true }), contentType: "image/png" });
    });
