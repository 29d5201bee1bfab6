import type { BrowserContext, Page } from "@playwright/test";
import { idToPath } from "../lib/contract/identifier";
import { expect, patient, test } from "./support/test";

/** What a browser asks Switchboard for, but pages and their files. */
function asked(context: BrowserContext) {
  const urls: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) urls.push(`${request.method()} ${pathname}`);
  });
  return urls;
}

const streamsIn = (urls: readonly string[]) => urls.filter((url) => url === "GET /api/events").length;

test("all tabs of a browser share one stream, follow what others do, and another holds it when its tab closes", async ({
  onStage,
  stage,
  campaign,
}) => {
  const first = await onStage("campaign_manager");
  const context = first.context();
  const urls = asked(context);
  const path = `/campaigns/${idToPath(campaign)}`;
  let status = "running";
  stage.platform.answer((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const id = request.url?.split("/").at(-1);
    response.end(JSON.stringify({ success: true, data: { id, name: "Autumn renewals", status } }));
  });
  await first.goto(path);
  await expect.poll(() => streamsIn(urls)).toBe(1);

  // Six streams would take every connection that HTTP/1.1 allows.
  const tabs: Page[] = [first];
  for (let at = 0; at < 7; at += 1) {
    const tab = patient(await context.newPage());
    await tab.goto(path);
    await expect(tab.getByRole("heading", { level: 1 })).toContainText("Autumn renewals");
    tabs.push(tab);
  }
  expect(streamsIn(urls)).toBe(1);

  const announceChange = async (next: string) => {
    status = next;
    const response = await first.request.post(`${stage.product.origin}/api/v1/campaigns/${campaign}/pause`, {
      headers: { "x-switchboard": "1", origin: stage.product.origin, "sec-fetch-site": "same-origin" },
    });
    expect(response.status()).toBe(200);
  };
  await announceChange("paused");
  for (const tab of tabs) await expect(tab.getByRole("main")).toContainText("paused");

  await tabs[0]?.close();
  await expect.poll(() => streamsIn(urls)).toBe(2);
  await tabs[1]?.reload();
  const before = urls.length;
  const last = tabs.at(-1);
  await expect.poll(() => streamsIn(urls)).toBeLessThanOrEqual(3);
  status = "resting";
  await last?.request.post(`${stage.product.origin}/api/console/saved/campaigns/${idToPath(campaign)}`, {
    headers: { "x-switchboard": "1", origin: stage.product.origin, "sec-fetch-site": "same-origin" },
    data: { label: "sent by the stream" },
  });
  await expect(last?.getByRole("main") ?? first.locator("main")).toContainText("sent by the stream");
  expect(urls.length).toBeGreaterThan(before);
});

test("a page that is open asks for nothing by itself, and says what it shows", async ({ onStage, campaign }) => {
  const page = await onStage("campaign_manager");
  const urls = asked(page.context());
  await page.clock.install();
  await page.goto(`/campaigns/${idToPath(campaign)}`);
  await expect.poll(() => urls).toContain("POST /api/events");
  await expect.poll(() => streamsIn(urls)).toBe(1);
  let before = -1;
  const isQuiet = () => {
    const hasBeen = urls.length === before;
    before = urls.length;
    return hasBeen;
  };
  await expect.poll(isQuiet, { intervals: [1_500] }).toBe(true);
  urls.length = 0;
  await page.clock.runFor(40_000);
  expect(urls.filter((url) => url !== "POST /api/events")).toEqual([]);
});
