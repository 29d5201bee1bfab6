import type { BrowserContext, Page } from "@playwright/test";
import { slow } from "../lib/testing/fault-replies";
import { type FaultUpstream, startFaultUpstream } from "../lib/testing/fault-upstream";
import { layoutShifts, watchLayoutShifts } from "./support/layout-shift";
import { long, longCell, longPlatform } from "./support/long-upstream";
import { lookThrough } from "./support/look-through";
import { atRest } from "./support/looks";
import { paperFaults } from "./support/paper-faults";
import { signEverybodyIn } from "./support/people";
import { startProduct } from "./support/product";
import { expect, patient, test } from "./support/test";
import { tooWide } from "./support/too-wide";

let context: BrowserContext;
let platform: FaultUpstream;
let stop: () => Promise<void>;
let atSetup: string[];

test.beforeAll(async ({ browser }) => {
  platform = await startFaultUpstream(longPlatform);
  const product = await startProduct({ VOICE_API_BASE_URL: platform.baseUrl, VOICE_API_KEY: "long_names_key_77ab" });
  context = await browser.newContext({ baseURL: product.origin });
  atSetup = await faultsOfSetup(await context.newPage(), product.setupUrl ?? "");
  await context.addCookies((await signEverybodyIn(product.setupUrl ?? "")).admin);
  await showQuietHours();
  stop = async () => {
    await context.close();
    await product.stop();
    await platform.close();
  };
});
test.afterAll(() => stop?.());

test("setting up is laid out without a fault, and shows no dots to choose by", () => expect(atSetup).toEqual([]));

const visited = [
  `/assistants/${long.assistant}`,
  `/campaigns/${long.campaign}`,
  `/campaigns/${long.campaign}/contacts`,
  `/workflows/${long.workflow}`,
  `/calls/${long.call}`,
  `/tools/${long.tool}`,
  `/webhooks/${long.webhook(0)}`,
  "/",
  ...["/assistants", "/campaigns", "/workflows", "/calls", "/sessions", "/tools"],
  ...["/phone-numbers", "/credentials", "/webhooks", "/team", "/audit", "/settings", "/settings/connection"],
  ...["/settings/alerts", "/settings/automation", "/settings/meanings", "/settings/differences", "/settings/data"],
  ...["/import", "/help", "/help/keyboard"],
];
for (const path of visited)
  test(`${path} with the longest names and IDs is laid out without a fault, and so is what it opens`, async () => {
    const page = patient(await context.newPage());
    await watchLayoutShifts(page);
    await page.goto(path);
    const shifts = await layoutShifts(page);
    expect.soft(await lookThrough(page, { frame: path === "/" })).toEqual([]);
    expect.soft(await paperFaults(page)).toEqual([]);
    expect(shifts).toEqual([]);
    await page.close();
  });

test("no table is wider than its place with the longest names, where the rail, a drawer or columns come and go", async () => {
  const page = patient(await context.newPage());
  await page.goto(`/campaigns/${long.campaign}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Donau");
  for (const path of ["/assistants", "/campaigns", "/phone-numbers", "/credentials", "/webhooks"]) {
    await page.goto(path);
    await expect(page.locator("main [data-row-id]").first()).toBeVisible();
    await page.evaluate(atRest);
    for (const width of [861, 1024, 1181, 1281]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await page.evaluate(tooWide), `${path} at ${width}`).toEqual([]);
    }
  }
  await page.close();
});

const lateReads: [string, RegExp][] = [
  ["/phone-numbers", /plan-limits/],
  ["/phone-numbers", /phone-numbers(\?|$)/],
  ["/webhooks", /\/webhooks(\?|$)/],
  [`/campaigns/${long.campaign}`, /campaigns/],
  [`/calls/${long.call}`, /calls/],
  ["/", /phone-numbers/],
];
for (const [path, late] of lateReads)
  test(`${path} does not move when ${late} comes late`, async () => {
    const page = patient(await context.newPage());
    await page.setViewportSize({ width: 390, height: 844 });
    await watchLayoutShifts(page);
    platform.answer((request, response) => {
      slow(longPlatform, late.test(request.url ?? "") ? 1_200 : 0)(request, response);
    });
    await page.goto(path);
    const shifts = await layoutShifts(page);
    await platform.reset();
    await page.close();
    expect(shifts).toEqual([]);
  });

async function showQuietHours() {
  const headers = { "x-switchboard": "1", "sec-fetch-site": "same-origin" };
  const { pace } = await (await context.request.get("/api/console/alert-settings")).json();
  const data = { ...pace, is_quiet: true };
  expect((await context.request.post("/api/console/alert-settings/pace", { headers, data })).ok()).toBe(true);
}

async function faultsOfSetup(page: Page, setupUrl: string) {
  await page.goto(setupUrl);
  const first = await lookThrough(page);
  await page.getByLabel("Name").fill(longCell.slice(0, 120));
  await page.getByLabel("Email").fill("mara@fernhill.example");
  await page.getByLabel("Password", { exact: true }).fill("a harbour with nine lamps");
  await page.getByRole("button", { name: /^Continue/ }).click();
  await expect(page.getByRole("heading", { name: "Connect your voice platform" })).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  const second = await lookThrough(page);
  await page.close();
  return [...first, ...second];
}
