import type { Locator, Page } from "@playwright/test";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { expect, test } from "./support/test";

/** Presses a key where it stands, and looks whether the focus is still there once it has been carried out. */
async function keepsFocus(control: Locator, key: string, isDone: () => Promise<void>) {
  await control.focus();
  await control.press(key);
  await isDone();
  await expect(control).toBeFocused();
}

test("a setting that is changed by keyboard keeps the focus while it is sent and after", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/settings/alerts");
  const rule = page.getByRole("table", { name: "Alert rules" }).getByRole("row", { name: /Too many deliveries fail/ });
  const control = rule.getByRole("switch");
  const was = await control.getAttribute("aria-checked");
  for (const now of [was === "true" ? "false" : "true", was ?? ""])
    await keepsFocus(control, "Space", () => expect(control).toHaveAttribute("aria-checked", now));
  const audience = rule.getByRole("combobox", { name: /^Notify/ });
  const before = await audience.inputValue();
  await keepsFocus(audience, "ArrowDown", () => expect(audience).not.toHaveValue(before));
  await keepsFocus(audience, "ArrowUp", () => expect(audience).toHaveValue(before));
});

test("a button that has done all it can keeps the focus", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/phone-numbers");
  await page.getByRole("button", { name: "Columns" }).click();
  const second = page.getByRole("button", { name: /^Move .* left$/ }).nth(1);
  const name = (await second.getAttribute("aria-label")) ?? "";
  const first = page.getByRole("button", { name: /^Move .* left$/ }).first();
  await second.focus();
  await second.press("Enter");
  await expect(first).toHaveAttribute("aria-label", name);
  await expect(first).toBeDisabled();
  await expect(first).toBeFocused();
  await page.getByRole("button", { name: "Reset" }).click();
});

test("what is read on by keyboard is where the focus goes on", async ({ stage, onStage }) => {
  stage.platform.answer((request, response) => {
    if (!request.url?.startsWith("/v1/webhooks/logs")) return healthyPlatform(request, response);
    // So old that no other test of this platform meets them among its newest deliveries.
    const failed = { webhook_id: "focus", status: "failed", attempts: 6, delivered_at: "2025-01-01T00:00:00Z" };
    const data = Array.from({ length: 12 }, (_, at) => ({ id: `focus_${at}`, ...failed }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data }));
  });
  const page = await onStage("support");
  await page.goto("/webhooks?webhook=focus&time=all");
  await page.getByRole("button", { name: "Refresh" }).click();
  const more = page.getByRole("button", { name: /more not delivered/ });
  await expect(more).toBeVisible();
  const missed = await ids(page);
  await more.focus();
  await more.press("Enter");
  await expect(more).toHaveCount(0);
  await expect(page.locator("tr[data-row-id]:focus")).toHaveCount(1);
  expect(missed).not.toContain(await page.locator("tr[data-row-id]:focus").getAttribute("data-row-id"));
});

/** The rows above the button that reads more of them. */
const ids = (page: Page) =>
  page
    .locator("#deliveries tr:has(button:text('more not delivered'))")
    .locator("xpath=preceding-sibling::tr[@data-row-id]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-row-id")));

test("the name of a view is typed at once when its form is opened for the first time", async ({ as }) => {
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
