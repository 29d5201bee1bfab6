import type { Locator } from "@playwright/test";
import { expect, test } from "./support/test";

/** Presses a key and checks that the control still has the focus when the change is done. */
async function expectFocusKept(control: Locator, key: string, isDone: () => Promise<void>) {
  await control.focus();
  await control.press(key);
  await isDone();
  await expect(control).toBeFocused();
}

test("keeps the focus on a setting while and after it is changed by keyboard", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/settings/alerts/rules");
  const control = page.getByRole("switch", { name: "Too many deliveries fail", exact: true });
  const was = await control.getAttribute("aria-checked");
  for (const now of [was === "true" ? "false" : "true", was ?? ""])
    await expectFocusKept(control, "Space", () => expect(control).toHaveAttribute("aria-checked", now));
  const limit = page.getByRole("combobox", { name: "Limit: Too many deliveries fail" });
  const before = await limit.inputValue();
  await expectFocusKept(limit, "ArrowDown", () => expect(limit).not.toHaveValue(before));
  await expectFocusKept(limit, "ArrowUp", () => expect(limit).toHaveValue(before));
});

test("reaches the rows of the log by three keys, and copies an ID without reading it aloud", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/webhooks");
  await expect(page.locator("tr[data-opens]").first()).toBeVisible();
  for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  await expect(page.locator("tr[data-opens]:focus")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.locator("aside [data-slot=copy-id]").first()).toBeVisible();
  const names = await page
    .locator("aside [data-slot=copy-id]")
    .evaluateAll((all) => all.map((button) => button.getAttribute("aria-label")));
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(name).toMatch(/^Copy ID, ends in \S{1,4}$/);
});

test("types the name of a view at once when its form is opened for the first time", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/phone-numbers");
  await page.route(/\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.getByRole("button", { name: "Save view" }).click();
  const name = page.getByLabel("Name of this view");
  await expect(name).toBeFocused();
  await page.keyboard.type("Active numbers of the northern region for the night shift");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save view" }).click();
  const saved = page.getByRole("list", { name: "Saved views" });
  const remove = saved.getByRole("button", { name: /^Remove Active numbers/ });
  const box = await page.getByRole("dialog", { name: "Save view" }).boundingBox();
  const button = await remove.boundingBox();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
  await remove.click();
});
