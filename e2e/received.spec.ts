import { randomUUID } from "node:crypto";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { emptyInbox } from "./support/event-sender";
import { savedBy } from "./support/saved-by";
import { expect, expectSound, test } from "./support/test";

test("sets up an address, and shows what arrives at it", async ({ stage, onStage }) => {
  await emptyInbox(stage.product);
  const page = await onStage("admin");
  const main = page.locator("main");
  const drawer = page.getByRole("complementary", { name: "Event" });
  const digits = String(Date.now()).slice(-7);
  const call = `call_${randomUUID()}`;
  const event = {
    type: "call.ended",
    data: {
      ...{ call_id: call, status: "ended", direction: "outbound", ended_reason: "customer-ended-call" },
      ...{ to_number: `+4420${digits}1`, from_number: "+12125550100", customer_name: "Ana Reis" },
    },
  };
  let address = "";

  await test.step("makes an address and tests it", async () => {
    await page.goto("/webhooks/address");
    await main.getByRole("button", { name: "Make an address" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter the address as a webhook on your platform");
    await main.getByRole("button", { name: "Send a test event" }).click();
    await expect(main).toContainText("The test event arrived.");
    await main.getByRole("button", { name: "Show", exact: true }).click();
    const whole = main.getByText(/^http:\S+\/hooks\/[a-z2-7]{32}$/);
    address = (await whole.textContent()) ?? "";
    await expectSound(page);
  });

  await test.step("shows an event that arrived twice, found by its number", async () => {
    for (let time = 0; time < 2; time += 1) {
      const headers = { "content-type": "application/json", "webhook-id": `log_${call}` };
      expect((await fetch(address, { method: "POST", headers, body: JSON.stringify(event) })).status).toBe(200);
    }
    await main.getByRole("link", { name: "Deliveries", exact: true }).first().click();
    await page.keyboard.press("f");
    await page.getByRole("searchbox", { name: "Time, number, ID or address" }).fill(`020 ${digits}`);
    const rows = main.locator("tr[data-row-id]");
    const row = rows.filter({ hasText: "Ana Reis" });
    await expect(row).toContainText(/call\.ended.*Ana Reis/);
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/No matching/);
    await expect(page).toHaveURL(/\/webhooks$/);
    await main.getByRole("button", { name: "CSV" }).click();
    expect(await savedBy(page.getByRole("button", { name: "Events that arrived here, with call and number" }))).toMatch(
      /,call\.ended,'\+4420\d+,Ana Reis,/,
    );
    await row.click();
    await expect(drawer).toContainText("data.call_id");
    await expect(drawer).toContainText(/Not found:.*campaign/);
    await expectSound(page);
  });

  await test.step("opens its content, and asks before the address is removed", async () => {
    await drawer.getByText("JSON", { exact: true }).click();
    await drawer.getByRole("button", { name: "Open content" }).click();
    await expect(drawer).toContainText('"Ana Reis"');
    const manager = await onStage("campaign_manager");
    await manager.goto(page.url());
    await manager.getByText("JSON", { exact: true }).click();
    await expect(manager.getByText("Only admins and support can open the content of an event.")).toBeVisible();
    await manager.locator("main").getByRole("button", { name: "CSV" }).click();
    await expect(manager.getByText("JSON Lines, with every field")).toBeVisible();
    await expect(manager.getByText("Events that arrived here, with call and number")).toHaveCount(0);
    await manager.goto("/webhooks/address");
    await expect(manager.getByText("An admin sets this up.")).toBeVisible();
    await page.goto("/webhooks/address");
    await main.getByRole("button", { name: "Remove Main address" }).click();
    await page.getByRole("button", { name: "Remove the address" }).click();
    await expect(main.getByRole("button", { name: "Make an address" })).toBeVisible();
    await expect.poll(async () => (await fetch(address, { method: "POST", body: "{}" })).status).toBe(410);
  });

  await test.step("lists the requests to the removed address", async () => {
    const sentence = new RegExp(`requests? to a removed address that ends with ${address.slice(-4)}`);
    await expect(async () => {
      await page.goto("/webhooks/received?tab=refused");
      await expect(page).toHaveURL(/\/webhooks\/address#refused$/);
      await expect(main.getByText(sentence)).toBeVisible({ timeout: timeoutMs(2_000) });
    }).toPass();
    await expectSound(page);
  });
});

test("shows and copies the new address after a rotation, although the earlier one was shown", async ({
  stage,
  onStage,
}) => {
  await emptyInbox(stage.product);
  const page = await onStage("admin");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const main = page.locator("main");
  await page.goto("/webhooks/address");
  await main.getByRole("button", { name: "Make an address" }).click();
  await main.getByRole("button", { name: "Show", exact: true }).click();
  const whole = main.getByText(/^http:\S+\/hooks\/[a-z2-7]{32}$/);
  const first = (await whole.textContent()) ?? "";
  await main.getByRole("button", { name: "Copy address" }).click();
  await main.getByRole("button", { name: "Rotate…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Second");
  await dialog.getByRole("button", { name: "Make an address" }).click();
  await expect(dialog).toBeHidden();
  await expect(main.getByText(first)).toBeHidden();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  for (const name of ["Copy address", "Copy the address"]) {
    await main.getByRole("button", { name, exact: true }).click();
    // The clipboard holds the earlier address until the new one is copied.
    await expect.poll(copied).not.toBe(first);
    expect(await copied()).toMatch(/\/hooks\/[a-z2-7]{32}$/);
    await page.evaluate((earlier) => navigator.clipboard.writeText(earlier), first);
  }
  await main.getByRole("button", { name: "Show", exact: true }).click();
  await expect(whole).toBeVisible();
  await expect(whole).not.toHaveText(first);
  await expectSound(page);
});
