import { seeded } from "../lib/platform/seed/ids";
import { paperFaults } from "./support/paper-faults";
import { expect, test } from "./support/test";

test("figures of the overview stand beside each other when it is printed", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/");
  expect(await paperFaults(page)).toEqual([]);
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
