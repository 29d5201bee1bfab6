import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import type { Reply } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { countPresses } from "./support/presses";
import { startHookServer } from "./support/receivers";
import { expect, expectSound, expectSoundEverywhere, test } from "./support/test";

test("mails and posts an alert when deliveries fail, and lets a person snooze and resolve it", async ({
  stage,
  onStage,
  campaign,
}) => {
  const hook = await startHookServer();
  const failing = failingDeliveries(campaign);
  const page = await onStage("admin");
  const presses = await countPresses(page);
  const dialog = page.getByRole("dialog");
  const add = page.getByRole("button", { name: "Add", exact: true });

  await test.step("adds recipients", async () => {
    await page.goto("/settings/alerts/recipients");
    await add.click();
    await dialog.getByLabel("Kind").selectOption("email");
    await dialog.getByLabel("Email address").fill(`${campaign}@fernhill.example`);
    await dialog.getByRole("button", { name: "Add recipient" }).click();
    await expect(dialog).toBeHidden();
    await add.click();
    await dialog.getByLabel("Kind").selectOption("post");
    await dialog.getByLabel("Web address").fill(hook.url);
    await dialog.getByRole("button", { name: "Add recipient" }).click();
    await expect(dialog.locator("code")).toBeVisible();
  });
  const secret = (await dialog.locator("code").textContent()) ?? "";
  // The secret is shown only once, so Escape does not close it.
  await page.keyboard.press("Escape");
  await expect(dialog).toContainText(secret);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Send a test: 127.0.0.1" }).click();
  await expect(page.getByText(/The test arrived at/).first()).toBeVisible();
  expect(JSON.parse(hook.posts[0]?.body ?? "")).toMatchObject({ type: "alerts.test" });
  await expectSound(page);

  await test.step("shows new attempts of a delivery while its record is open", async () => {
    stage.platform.answer(failing.answer);
    await page.goto(`/webhooks?webhook=${campaign}`);
    const rows = page.locator("main tr[data-row-id]");
    const record = page.getByRole("complementary", { name: "Delivery" });
    // Another client requests the poll. This page learns of it by its event stream.
    const pollLog = () =>
      page.request.get("/api/console/delivery-reading?fresh=yes", { headers: { "x-switchboard": "1" } });
    await pollLog();
    await expect(rows).toHaveCount(6);
    await rows.first().click();
    await expect(record).toContainText("First seen, 1 attempt, retrying");
    failing.attempt("failed");
    await expect(async () => {
      await pollLog();
      await expect(record).toContainText("2 attempts, failed", { timeout: timeoutMs(1_000) });
    }).toPass();
    await expect(rows.first()).toContainText("being retried");
  });

  await page.goto("/?rule=deliveries_failing");
  // The innermost item, because other webhooks of the stage can fail too and make a group.
  const row = page.getByRole("listitem").filter({ hasText: "6 deliveries" }).filter({ hasText: failing.host }).last();
  await expect(row).toContainText(/have not arrived yet, 2 attempts\./, { timeout: timeoutMs(60_000) });
  const ownMails = () => stage.mails.filter((mail) => mail.includes(`${campaign}@fernhill.example`)).join("\n");
  await expect.poll(ownMails, { timeout: timeoutMs(60_000) }).toMatch(/Subject: Switchboard, \S+: 6\s+deliveries\s+to/);
  const ownPost = () => hook.posts.find(({ body }) => body.includes("deliveries_failing"));
  await expect.poll(ownPost, { timeout: timeoutMs(60_000) }).toBeDefined();
  const posted = ownPost();
  expect(new Webhook(secret).verify(posted?.body ?? "", posted?.headers as Record<string, string>)).toMatchObject({
    data: { alerts: expect.arrayContaining([expect.objectContaining({ rule: "deliveries_failing" })]) },
  });

  await presses.reset();
  await row.getByRole("button", { name: /^Snooze/ }).click();
  await page.getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: /^\d+ snoozed/ }).click();
  await page
    .getByRole("button", { name: /^Show again/ })
    .first()
    .click();
  await row.getByRole("button", { name: /^Acknowledge/ }).click();
  await expect(row).toContainText("acknowledged by you");
  await row.getByRole("button", { name: /^Resolve/ }).click();
  await expect(row).toBeHidden();
  await presses.atMost(6);
  hook.close();
});

/** Six deliveries of one webhook that make another attempt when the test says so. */
function failingDeliveries(webhook_id: string) {
  const host = `${webhook_id}.fernhill.example`;
  const webhook = { id: webhook_id, url: `https://${host}/in`, events: ["call.ended"], status: "active" };
  const log = Array.from({ length: 6 }, (_, index) => ({
    ...{ id: `${webhook_id}-${index}`, webhook_id, event: "call.ended" },
    ...{ status: "retrying", attempts: 1, delivered_at: null },
  }));
  const answer: Reply = (request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    if (!/\/webhooks(\/logs)?$/.test(path)) return healthyPlatform(request, response);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data: path.endsWith("/logs") ? log : [webhook] }));
  };
  const attempt = (status: string) => {
    for (const entry of log) Object.assign(entry, { status, attempts: entry.attempts + 1 });
  };
  return { host, answer, attempt };
}

test("saves the night of everyone at once, and keeps what another admin saved meanwhile", async ({
  stage,
  onStage,
}) => {
  const [first, second] = [await onStage("admin"), await onStage("admin")];
  for (const page of [first, second]) await page.goto("/settings/alerts");
  const row = (page: Page) => page.getByRole("listitem").filter({ hasText: /^Night/ });
  await row(first).getByRole("button", { name: "Change…" }).click();
  const night = first.getByRole("dialog", { name: "Night" });
  await night.getByRole("switch", { name: "Quiet hours" }).click();
  await night.getByLabel("Quiet from").fill("21:15");
  await night.getByLabel("Quiet to").focus();
  await expect(night).toContainText("From 21:15 to 07:00.");
  await expectSound(first);
  await night.getByRole("button", { name: "Close" }).click();
  await expect(row(first)).toContainText(/21:15 to 07:00, .*and on weekends\. Only alerts marked “Also at night”/);
  await second.getByLabel("At most one message every").selectOption("60");
  await expect(second.locator("main")).toContainText("At most one message every 60 min");
  const { pace } = await (
    await first.request.get(`${stage.product.origin}/api/console/alert-settings`, { headers: { "x-switchboard": "1" } })
  ).json();
  expect(pace).toMatchObject({ is_quiet: true, from: "21:15", digest_minutes: 60 });
});

test("keeps which groups of alerts a person gets, and choices of single rules until then", async ({
  stage,
  onStage,
}) => {
  const page = await onStage("support");
  const save = async (data: object) => {
    const headers = { "x-switchboard": "1", "sec-fetch-site": "same-origin" };
    expect(
      (await page.request.post(`${stage.product.origin}/api/console/me/preferences`, { headers, data })).ok(),
    ).toBe(true);
  };
  // Chosen rule by rule before there were groups.
  await save({ alerts: { number_suspended: { browser: false }, credential_sync: { browser: true } } });
  await page.goto("/settings/alerts");
  const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
  await expect(box("Numbers and credit, Browser")).toHaveJSProperty("indeterminate", true);
  const press = async (name: string) => {
    const saved = page.waitForResponse((response) => response.url().endsWith("/me/preferences"));
    await box(name).click();
    expect((await saved).status()).toBe(200);
  };
  await press("Deliveries, Email");
  await press("Campaigns, Also at night");
  await page.reload();
  await expect(box("Deliveries, Email")).toBeChecked();
  await expect(box("Campaigns, Also at night")).toBeChecked();
  await expect(box("Numbers and credit, Browser")).toHaveJSProperty("indeterminate", true);
  await press("Numbers and credit, Browser");
  await page.reload();
  await expect(box("Numbers and credit, Browser")).toBeChecked();
  await expect(page.locator("main")).not.toContainText("For everyone");
  await expectSoundEverywhere(page);
});
