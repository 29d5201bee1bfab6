import { seeded } from "../lib/platform/seed/ids";
import { pages } from "./support/pages";
import { paperFaults } from "./support/paper-faults";
import { expect, test } from "./support/test";

test("on paper nothing is cut, and parts stand beside each other as on a wide screen", async ({ as }) => {
  const page = await as("admin");
  const paths = pages.map(({ path }) => path);
  expect(await paperFaults(page, paths)).toEqual([]);
  await page.goto("/");
  const figures = page.getByRole("region", { name: "Figures" }).locator("> *");
  const tops = await figures.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test("a printed campaign asks for nothing to be added or corrected", async ({ as }) => {
  const page = await as("admin");
  await page.goto(`/campaigns/${seeded.campaigns.running}`);
  const controls = page.locator("main").getByText(/^(Correct this|Add a label)$/);
  await expect(controls).toHaveCount(2);
  await page.emulateMedia({ media: "print" });
  for (const each of await controls.all()) await expect(each).toBeHidden();
});
