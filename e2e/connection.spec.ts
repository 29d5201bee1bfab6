import { startFaultUpstream } from "../lib/testing/fault-upstream";
import { guardedBy } from "../lib/testing/healthy-platform";
import { signEverybodyIn } from "./support/people";
import { startProduct } from "./support/product";
import { expect, expectSound, patient, test } from "./support/test";

const key = "canary_key_of_another_7f31";

test("an admin changes over to another platform once its test has passed, and goes back to the demo platform", async ({
  browser,
}) => {
  const platform = await startFaultUpstream(guardedBy(key));
  const product = await startProduct({});
  const context = await browser.newContext({ baseURL: product.origin });
  const received: string[] = [];
  context.on("response", async (response) => received.push(await response.text().catch(() => "")));
  await context.addCookies((await signEverybodyIn(browser, product.setupUrl ?? "")).admin);
  const page = patient(await context.newPage());
  const main = page.locator("main");
  await page.goto("/");
  await expect(main).toContainText("Everything here is sample data, nobody is called.");
  await page.getByRole("link", { name: "Open the sample campaign" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Winter tariff renewals");
  await page.goto("/");
  await expect(page.getByRole("listitem").filter({ hasText: "Open the first campaign, done" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Hide", exact: true }).click();
  await expect(page.getByRole("heading", { name: "First steps" })).toBeHidden();

  await page.goto("/settings/connection");
  await expect(main).toContainText("Demo platform, sample data");
  const over = page.getByRole("button", { name: "Change over" });

  await page.getByRole("textbox", { name: "Address" }).fill(platform.baseUrl);
  await page.getByRole("textbox", { name: "Key" }).fill("wrong_key_0000");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(main).toContainText("It cannot be used");
  await expect(over).toBeDisabled();
  await page.getByRole("textbox", { name: "Key" }).fill(key);
  await expect(main).not.toContainText("It cannot be used");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(main).toContainText("It can be used");
  await expectSound(page);
  await over.click();
  await expect(page.getByRole("button", { name: "Go back to it" })).toBeVisible();
  await expect(main).toContainText(new URL(platform.baseUrl).host);
  await expectSound(page);

  await page.goto("/credentials");
  await expect(main).toContainText("Credential 3");
  await page.goto("/settings/connection");
  await page.getByRole("button", { name: "Go back to it" }).click();
  await expect(main).toContainText("Demo platform, sample data");
  expect(received.join("\n").length).toBeGreaterThan(10_000);
  expect(received.filter((text) => text.includes(key))).toEqual([]);
  await context.close();
  await product.stop();
  await platform.close();
});
