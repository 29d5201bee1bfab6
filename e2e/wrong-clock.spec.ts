import type { Page } from "@playwright/test";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { emptyInbox, eventSender } from "./support/event-sender";
import { expect, expectSound, test } from "./support/test";

const hourMs = 3_600_000;

/** Sets the browser's clock ahead. Timers and `performance.now` go on as they are. */
const setAhead = (page: Page, aheadMs: number) =>
  page.addInitScript((ms) => {
    const Real = Date;
    class Shifted extends Real {
      constructor(...parts: unknown[]) {
        if (parts.length === 0) super(Real.now() + ms);
        else super(...(parts as [number]));
      }
      static override now = () => Real.now() + ms;
    }
    globalThis.Date = Shifted as DateConstructor;
  }, aheadMs);

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

for (const [name, aheadMs] of [
  ["30 minutes ahead", hourMs / 2],
  ["26 hours ahead", 26 * hourMs],
  ["26 hours behind", -26 * hourMs],
] as const)
  test(`goes by the server's clock in a browser that is ${name}`, async ({ stage, onStage }) => {
    await emptyInbox(stage.product);
    const webhook = `skew-${Math.abs(aheadMs)}-${aheadMs < 0 ? "behind" : "ahead"}`;
    const failed = [1, 2, 3, 4, 5].map((nth) => ({
      ...{ id: `skew-${aheadMs}-${nth}`, webhook_id: webhook, event: "call.ended", status: "failed", attempts: 6 },
      delivered_at: ago(nth),
    }));
    stage.platform.answer((request, response) => {
      if (!request.url?.includes("/webhooks/logs")) return healthyPlatform(request, response);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: true, data: failed }));
    });
    const send = await eventSender(await onStage("admin"), stage.product.origin);
    const call = { call_id: `skew-${aheadMs}`, customer_number: "+447700900417", customer_name: "Karim Haddad" };
    await send("call.started", { ...call, status: "in-progress", started_at: ago(3), answered_at: ago(3) });

    const page = await onStage("support");
    await setAhead(page, aheadMs);
    await page.goto("/calls");
    const row = page.getByRole("row", { name: /Karim Haddad/ });
    await expect(row).toContainText(/campaign[3-5]:\d\dTalking/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("1 call in progress");
    await page.goto(`/webhooks?time=1h&webhook=${webhook}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/all 5 known deliveries|5 of/);
    await expect(page.getByRole("banner")).toContainText(/Live\s*(just now|\d+ s ago)/);
    await expectSound(page);
  });
