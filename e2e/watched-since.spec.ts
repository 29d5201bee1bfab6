import { expect, expectSound, test } from "./support/test";

test("reports a time before the first poll as not watched, on the page and in a ticket", async ({ as }) => {
  const page = await as("support", { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  const main = page.locator("main");
  const rows = page.locator("main tr[data-row-id]");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto("/");
  // A busy machine may have read the log late, and of a time with a gap no share is said.
  await expect(main).toContainText(/(–|%)of [\d,]+( since \d\d:\d\d|\d+ not arrived)/);

  await page.goto("/webhooks");
  await expect(main).toContainText(/Watched since \d\d \w{3}, \d\d:\d\d/);
  await page.getByRole("searchbox", { name: "ID or address" }).fill("about 14:10 yesterday");
  await page.keyboard.press("Enter");
  await expect(main).toContainText(/Switchboard was not watching then\. \d+ deliveries (that failed|from) before/);
  await expect(main).not.toContainText("Arrived: all");
  await expectSound(page);
  await page.getByRole("button", { name: "Copy for ticket" }).click();
  await expect.poll(copied).toMatch(/\nNot watched before: Switchboard was not watching then\. \d+ deliveries/);
  expect(await copied()).not.toContain("Arrived: all");

  await page.getByRole("link", { name: "show them" }).click();
  const failed = rows.filter({ hasText: /time unknown.*(failed|given up)/ }).first();
  await failed.click();
  const record = page.getByRole("complementary", { name: "Delivery" });
  await expect(record).toContainText(/Watched since \d\d \w{3}, \d\d:\d\d/);
  await record.getByRole("button", { name: "Copy for ticket" }).click();
  await expect.poll(copied).toMatch(/Status as sent: \w+\n(.*\n)*Watched since: /);
});
