import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "pg";
import { SMTPServer } from "smtp-server";
import { Webhook } from "standardwebhooks";
import { reachEmbedded } from "../lib/db/reach-embedded";
import type { Reply } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { startStage } from "./support/stage";
import { expect, expectSound, patient, test } from "./support/test";

type Posted = { headers: IncomingHttpHeaders; body: string };

/** Takes mail and posted messages, and keeps them. */
async function receivers() {
  const mails: string[] = [];
  const posts: Posted[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  const web = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    posts.push({ headers: request.headers, body });
    response.writeHead(204).end();
  });
  await Promise.all([
    new Promise<void>((ready) => smtp.listen(0, "127.0.0.1", ready)),
    new Promise<void>((ready) => web.listen(0, "127.0.0.1", ready)),
  ]);
  const close = async () => {
    web.closeAllConnections();
    web.close();
    await new Promise<void>((closed) => smtp.close(closed));
  };
  const mailAt = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  return { mails, posts, mailAt, postTo: `http://127.0.0.1:${(web.address() as AddressInfo).port}/hook`, close };
}

/** Deliveries that are tried again when the test says so, however often the log is read. */
function failingDeliveries() {
  const webhook = { id: "w1", url: "https://hooks.fernhill.example/in", events: ["call.ended"], status: "active" };
  const log = Array.from({ length: 6 }, (_, at) => ({
    ...{ id: `d${at}`, webhook_id: "w1", event: "call.ended", status: "retrying", attempts: 1, delivered_at: null },
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
  return { answer, attempt };
}

test("deliveries that fail climb in the webhook log and open an alert, which is mailed and posted with a signature, snoozed and resolved", async ({
  browser,
}) => {
  const [there, failing] = [await receivers(), failingDeliveries()];
  const stage = await startStage({
    SMTP_URL: there.mailAt,
    SMTP_FROM: "switchboard@fernhill.example",
    SWITCHBOARD_ALLOW_PRIVATE_HOSTS: "1",
  });
  const context = await browser.newContext({ baseURL: stage.product.origin });
  await context.addCookies(stage.cookies.admin);
  const page = patient(await context.newPage());
  try {
    await page.goto("/settings/alerts");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByLabel("Kind").selectOption("post");
    await page.getByLabel("Web address").fill(there.postTo);
    await page.getByRole("button", { name: "Add recipient" }).click();
    const secret = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
    await page.mouse.click(2, 2);
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toContainText(secret);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Send a test: 127.0.0.1" }).click();
    await expect(page.getByText(/The test arrived at/).first()).toBeVisible();
    expect(JSON.parse(there.posts[0]?.body ?? "")).toMatchObject({ type: "alerts.test" });

    const quietHours = page.getByRole("checkbox", { name: "Quiet hours" });
    const save = page.getByRole("button", { name: "Save" });
    await quietHours.check();
    await page.getByLabel("Quiet from").fill("07:00");
    await page.getByLabel("Quiet to").fill("07:00");
    await save.click();
    await expect(page.getByText("Quiet hours must start and end at different times.")).toBeVisible();
    await page.getByLabel("Quiet to").fill("15:00");
    await save.click();
    await expect(page.getByText(/^Quiet from 07:00 to 15:00/).first()).toBeVisible();
    await quietHours.uncheck();
    await save.click();
    await expect(page.getByText(/^No quiet hours/).first()).toBeVisible();
    await expectSound(page);

    await page.goto("/");
    await expect(page.getByText("No alerts need attention.")).toBeVisible();
    await page.goto("/webhooks");
    stage.platform.answer(failing.answer);
    const rows = page.locator("main tr[data-row-id]");
    const drawer = page.getByRole("complementary", { name: "Delivery" });
    // Somebody else has the log read: this page hears of it.
    const readAgain = () =>
      context.request.get("/api/console/delivery-reading?fresh=yes", { headers: { "x-switchboard": "1" } });
    await readAgain();
    await expect(rows).toHaveCount(6);
    await expect(rows.first()).toContainText(/first seen.*\d\d:\d\d:\d\d–\d\d:\d\d:\d\d/);
    await rows.first().click();
    await expect(drawer).toContainText("First seen, 1 attempt, retrying");
    for (const [status, step] of [
      ["retrying", "2 attempts"],
      ["failed", "3 attempts, failed"],
    ] as const) {
      failing.attempt(status);
      await expect(async () => {
        await readAgain();
        await expect(drawer).toContainText(step, { timeout: timeoutMs(1_000) });
      }).toPass();
    }
    await expect(rows.first()).toContainText("was retrying");

    await page.goto("/");
    const row = page.getByRole("listitem").filter({ hasText: "6 deliveries" });
    await expect(row).toContainText(/did not arrive\./, { timeout: timeoutMs(60_000) });
    await expect.poll(() => there.mails.join("\n")).toContain("Subject: Switchboard: 6 deliveries to");
    await expect.poll(() => there.posts.length).toBe(2);
    const [, posted] = there.posts;
    expect(new Webhook(secret).verify(posted?.body ?? "", posted?.headers as Record<string, string>)).toMatchObject({
      data: { alerts: [{ rule: "deliveries_failing" }] },
    });
    await expectSound(page);

    await row.getByRole("button", { name: /^Snooze/ }).click();
    await page.getByRole("button", { name: "Snooze", exact: true }).click();
    await expect(row).toBeHidden();
    await page.getByRole("button", { name: "1 snoozed" }).click();
    await page.getByRole("button", { name: /^Show again/ }).click();
    await row.getByRole("button", { name: /^Acknowledge/ }).click();
    await expect(row).toContainText("you have it");
    await row.getByRole("button", { name: /^Resolve/ }).click();
    await expect(page.getByText("No alerts need attention.")).toBeVisible();

    await seenYesterday(stage.product.dataDir, "d3");
    await page.goto("/webhooks");
    await page.getByRole("searchbox", { name: "ID or address" }).fill("yesterday 14:00–14:20");
    await page.keyboard.press("Enter");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("14:08:00–14:08:15");
  } finally {
    await context.close();
    await stage.close();
    await there.close();
  }
});

/** As if the log had first been read with it yesterday at 14:08:15. */
async function seenYesterday(dataDir: string, key: string) {
  const { url } = await reachEmbedded(dataDir);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `update console.delivery set at = seen.at, first_seen_at = seen.at, not_seen_at = seen.at - interval '15 seconds'
     from (select (date_trunc('day', now() at time zone 'UTC') - interval '1 day' + interval '14:08:15') at time zone 'UTC' as at) as seen
     where key = $1`,
    [key],
  );
  await client.end();
}
