import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Reply } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { expect, test } from "./support/test";

const webhooks = ["north", "south", "east"];

const entry = (webhook_id: string, at: number) =>
  JSON.stringify({
    id: `${webhook_id}_${at}`,
    webhook_id,
    event: "call.ended",
    status: "delivered",
    attempts: 1,
    delivered_at: "2026-11-20T06:41:00Z",
  });

/** More than the 64 MiB that a log may have. */
function* endlessLog() {
  yield '{"success":true,"data":[';
  for (let at = 0; at < 700; at += 1)
    yield `${Array.from({ length: 1000 }, (_, row) => entry("north", at * 1000 + row)).join(",")},`;
  yield `${entry("north", -1)}]}`;
}

const platformWithLargeLog: Reply = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://here");
  if (!pathname.startsWith("/v1/webhooks")) return healthyPlatform(request, response);
  response.writeHead(200, { "content-type": "application/json" });
  const webhook_id = searchParams.get("webhook_id");
  if (pathname === "/v1/webhooks") {
    const data = webhooks.map((id) => ({
      id,
      url: `https://${id}.example/hook`,
      events: ["call.ended"],
      status: "active",
    }));
    response.end(JSON.stringify({ success: true, data }));
  } else if (webhook_id === null) {
    pipeline(Readable.from(endlessLog()), response).catch(() => undefined);
  } else {
    response.end(`{"success":true,"data":[${entry(webhook_id, 1)},${entry(webhook_id, 2)}]}`);
  }
};

test("a log too large to read at once is put together from each webhook's own, and is not asked for over and over", async ({
  stage,
  onStage,
}) => {
  const { platform } = stage;
  platform.answer(platformWithLargeLog);
  const page = await onStage("support");
  await page.goto("/webhooks?time=all");
  await page.getByRole("button", { name: "Refresh" }).click();
  const main = page.locator("main");
  await expect(main).toContainText("each webhook’s own log was read", { timeout: timeoutMs(120_000) });
  for (const id of webhooks) await expect(main.getByRole("radio", { name: id })).toBeVisible();
  const whole = () => platform.seen.filter(({ url }) => url === "/v1/webhooks/logs").length;
  const before = whole();
  const watchedMs = 12_000;
  await page.waitForTimeout(watchedMs);
  expect(whole() - before).toBeLessThanOrEqual(1);
});
