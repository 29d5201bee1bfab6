import { randomUUID } from "node:crypto";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { emptyInbox } from "./support/event-sender";
import { expect, expectSound, refresh, test } from "./support/test";

test("shows which deliveries arrived here, and the event in a delivery's panel", async ({ stage, onStage }) => {
  await emptyInbox(stage.product);
  const page = await onStage("admin");
  const main = page.locator("main");
  const drawer = page.getByRole("complementary", { name: "Delivery" });
  await page.goto("/webhooks/address");
  await main.getByRole("button", { name: "Make an address" }).click();
  await main.getByRole("button", { name: "Show", exact: true }).click();
  const address = (await main.getByText(/^http:\S+\/hooks\/[a-z2-7]{32}$/).textContent()) ?? "";
  const [once, twice, missing, others] = ["once", "twice", "missing", "others"].map(
    (name) => `${name}_${randomUUID()}`,
  );
  const webhook = { id: "wh_ours", url: address, events: ["call.ended"], status: "active" };
  const entry = (id: string | undefined, rest = {}) => ({
    ...{ id, webhook_id: "wh_ours", event: "call.ended", status: "delivered", attempts: 1 },
    ...{ delivered_at: new Date().toISOString(), ...rest },
  });
  const earlier = { delivered_at: new Date(Date.now() - 600_000).toISOString() };
  const log = [entry(once), entry(twice), entry(missing, earlier), entry(others, { webhook_id: "wh_2" })];
  stage.platform.answer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://here");
    if (!pathname.startsWith("/v1/webhooks")) return healthyPlatform(request, response);
    const listed = [webhook, { ...webhook, id: "wh_2", url: "https://crm.example.com/in" }];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data: pathname.endsWith("/logs") ? log : listed }));
  });
  const send = (id: string | undefined) =>
    fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", "webhook-id": id ?? "" },
      body: JSON.stringify({ type: "call.ended", data: { call_id: `call_${id}`, customer_name: "Ana Reis" } }),
    });
  for (const id of [once, twice, twice]) await send(id);

  await test.step("says of each delivery to us whether it arrived, and nothing of others", async () => {
    await page.goto("/webhooks");
    await refresh(page);
    const cell = (id: string | undefined) => main.locator(`tr[data-row-id="${id}"]`);
    await expect(cell(once)).toContainText("yes", { timeout: timeoutMs(40_000) });
    await expect(cell(twice)).toContainText("2 times");
    await expect(cell(missing)).toContainText(/not compared yet|not here/);
    await expect(cell(others)).not.toContainText(/yes|not here|not compared/);
    await expectSound(page);
  });

  await test.step("filters by it, and the heading answers the filter", async () => {
    await main.getByRole("button", { name: "Arrived here" }).click();
    await page
      .getByRole("option", { name: /^several times/ })
      .or(page.getByText(/^several times/))
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      /^Arrived here several times: 1 of \d+ deliveries to Switchboard/,
    );
    await expect(main.locator("tr[data-row-id]")).toHaveCount(1);
  });

  await test.step("shows the event that arrived, with its headers", async () => {
    await page.goto(`/webhooks?entry=${once}`);
    await expect(drawer).toContainText(/Once, at \d\d:\d\d:\d\d\.\d{3}, unsigned/);
    await expect(drawer).toContainText("Ana Reis");
    await expect(drawer).toContainText("Found by the ID of the delivery.");
    await drawer.getByText("Headers", { exact: true }).click();
    await expect(drawer).toContainText("webhook-id");
    await expectSound(page);
  });
});
