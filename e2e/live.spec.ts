import type { BrowserContext, Page } from "@playwright/test";
import { idToPath } from "../lib/contract/identifier";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { expect, patient, refresh, test } from "./support/test";
import { translatePage } from "./support/translate-page";

/** Records the API requests of a browser. */
function recordRequests(context: BrowserContext) {
  const urls: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) urls.push(`${request.method()} ${pathname}`);
  });
  return urls;
}

const streamsIn = (urls: readonly string[]) => urls.filter((url) => url === "GET /api/events").length;

/** Makes a tab hidden or visible. Headless tabs are always visible otherwise. */
const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    Object.defineProperty(document, "hidden", { value: value === "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

/** Keeps the messages of the event stream from the page: what it still asks for, it asks for by itself. */
function muteAnnouncements() {
  Object.defineProperty(EventSource.prototype, "onmessage", { set: () => undefined });
}

test("updates a visible tab by one event stream, and a hidden tab when it becomes visible", async ({
  onStage,
  stage,
  campaign,
}) => {
  const first = await onStage("campaign_manager");
  const urls = recordRequests(first.context());
  const path = `/campaigns/${idToPath(campaign)}`;
  let status = "running";
  stage.platform.answer((request, response) => {
    if (!request.url?.startsWith("/v1/campaigns/")) return healthyPlatform(request, response);
    response.writeHead(200, { "content-type": "application/json" });
    const id = request.url?.split("/").at(-1);
    response.end(JSON.stringify({ success: true, data: { id, name: "Autumn renewals", status } }));
  });
  await first.goto(path);
  await expect.poll(() => streamsIn(urls)).toBe(1);

  // With the two visible tabs, more than the six connections that HTTP/1.1 allows to one host.
  const hidden: Page[] = [];
  for (let count = 0; count < 5; count += 1) {
    const tab = patient(await first.context().newPage());
    await tab.goto(path);
    await expect(tab.getByRole("main")).toContainText("running");
    await expect.poll(() => streamsIn(urls)).toBe(count + 2);
    await setVisibility(tab, "hidden");
    hidden.push(tab);
  }
  const second = patient(await first.context().newPage());
  await second.goto(path);

  status = "paused";
  const response = await first.request.post(`${stage.product.origin}/api/v1/campaigns/${campaign}/pause`, {
    headers: { "x-switchboard": "1", origin: stage.product.origin, "sec-fetch-site": "same-origin" },
  });
  expect(response.status()).toBe(200);
  for (const tab of [first, second]) await expect(tab.getByRole("main")).toContainText("paused");
  for (const tab of hidden) await expect(tab.getByRole("main")).not.toContainText("paused");
  const [tab] = hidden as [Page];
  await setVisibility(tab, "visible");
  await expect(tab.getByRole("main")).toContainText("paused");
});

test("sends no request by itself while a page is open", async ({ onStage, campaign }) => {
  const page = await onStage("campaign_manager");
  const urls = recordRequests(page.context());
  await page.clock.install();
  await page.addInitScript(muteAnnouncements);
  await page.goto(`/campaigns/${idToPath(campaign)}`);
  await expect.poll(() => streamsIn(urls)).toBe(1);
  let before = -1;
  const isQuiet = () => {
    const hasBeen = urls.length === before;
    before = urls.length;
    return hasBeen;
  };
  await expect.poll(isQuiet, { intervals: [1_000] }).toBe(true);
  urls.length = 0;
  await page.clock.runFor(40_000);
  expect(urls).toEqual([]);
});

for (const manner of ["replace", "move"] as const)
  test(`updates and navigates while the browser translates (${manner})`, async ({ onStage, stage, campaign }) => {
    const page = await onStage("admin");
    const main = page.getByRole("main");
    let status = "running";
    const deliveries: unknown[] = [];
    const entry = (id: string) => ({
      id,
      webhook_id: "wh_1",
      event_type: "call.ended",
      status: deliveries.length > 0 ? "failed" : "delivered",
      attempts: 1,
      created_at: new Date().toISOString(),
    });
    stage.platform.answer((request, response) => {
      const { pathname } = new URL(request.url ?? "", "http://platform");
      const send = (data: unknown) =>
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ success: true, data }));
      if (pathname.endsWith("/webhooks/logs")) send(deliveries);
      else if (pathname.includes("/campaigns/"))
        send({ id: pathname.split("/").at(-1), name: "Autumn renewals", status });
      else healthyPlatform(request, response);
    });
    await page.goto(`/campaigns/${idToPath(campaign)}`);
    await expect(main).toContainText("running");
    await translatePage(page, manner);

    status = "paused";
    const response = await page.request.post(`${stage.product.origin}/api/v1/campaigns/${campaign}/pause`, {
      headers: { "x-switchboard": "1", origin: stage.product.origin, "sec-fetch-site": "same-origin" },
    });
    expect(response.status()).toBe(200);
    await expect(main).toContainText("paused");
    await expect(main).not.toContainText("running");

    const rail = page.getByRole("navigation", { name: "Pages" });
    const row = (id: string) => main.locator(`tr[data-row-id="${id}"]`);
    await rail.getByRole("link", { name: "Webhooks" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/deliver/i);
    for (const id of ["dlv_first", "dlv_second"]) {
      deliveries.push(entry(id));
      // A read of the last two seconds stands for a new one.
      await expect(async () => {
        await refresh(page);
        await expect(row(id)).toBeVisible({ timeout: timeoutMs(3_000) });
      }).toPass();
    }
    await main
      .getByRole("link", { name: /Not arrived/ })
      .first()
      .click();
    await expect(row("dlv_first")).toHaveCount(0);
    for (const name of ["Team", "Audit log", "Phone numbers", "Overview"]) {
      await rail.getByRole("link", { name }).click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    }
    await page.keyboard.press("Control+K");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
