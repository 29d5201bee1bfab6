import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { Webhook } from "standardwebhooks";
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

const webhook = { id: "w1", url: "https://warehouse.example.com/in", events: ["call.ended"], status: "active" };
const failures = Array.from({ length: 6 }, (_, at) => ({
  ...{ id: `d${at}`, webhook_id: "w1", event: "call.ended", status: "failed", attempts: 3, delivered_at: null },
}));

test("deliveries that fail open an alert, which is mailed and posted with a signature, snoozed and resolved", async ({
  browser,
}) => {
  const there = await receivers();
  const stage = await startStage(browser, {
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
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Send a test: 127.0.0.1" }).click();
    await expect(page.getByText(/The test arrived at/).first()).toBeVisible();
    expect(JSON.parse(there.posts[0]?.body ?? "")).toMatchObject({ type: "alerts.test" });
    await expectSound(page);

    await page.goto("/");
    await expect(page.getByText("No other problems found.")).toBeVisible();
    const isLog = /\/webhooks\/logs/;
    stage.platform.answer((request, response) => {
      const url = request.url ?? "";
      if (!/\/webhooks(\/logs)?(\?|$)/.test(url)) return healthyPlatform(request, response);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: true, data: isLog.test(url) ? failures : [webhook] }));
    });
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
    await expect(page.getByText("No other problems found.")).toBeVisible();
  } finally {
    await context.close();
    await stage.close();
    await there.close();
  }
});
