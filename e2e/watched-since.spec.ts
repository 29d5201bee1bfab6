import type { Browser, Page } from "@playwright/test";
import { type FaultUpstream, startFaultUpstream } from "../lib/testing/fault-upstream";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { wear } from "./support/looks";
import { type SignedIn, signEverybodyIn } from "./support/people";
import { type Product, startProduct } from "./support/product";
import { expect, expectSound, patient, test } from "./support/test";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const yesterdayAt = (clock: string) => `${minutesAgo(24 * 60).slice(0, 10)}T${clock}Z`;
const delivery = (id: string, rest: Record<string, unknown> = {}) => ({
  ...{ id, webhook_id: "webhook_1", event: "call.ended", status: "delivered", attempts: 1 },
  delivered_at: minutesAgo(3),
  ...rest,
});
const failed = { status: "failed", attempts: 6, delivered_at: null };
const log = [
  delivery("arrived_1", { delivered_at: yesterdayAt("14:08:15") }),
  delivery("arrived_2", { delivered_at: yesterdayAt("14:12:00") }),
  ...Array.from({ length: 19 }, (_, at) => delivery(`older_${at + 1}`, failed)),
  delivery("twice", { ...failed, attempts: 1 }),
  delivery("twice", { attempts: 2 }),
];

let platform: FaultUpstream;
let product: Product;
let cookies: SignedIn;

test.beforeAll(async () => {
  platform = await startFaultUpstream((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://here");
    if (!pathname.startsWith("/v1/webhooks")) return healthyPlatform(request, response);
    const webhook = { id: "webhook_1", url: "https://meter-sync.example/in", events: ["call.ended"], status: "active" };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data: pathname.endsWith("/logs") ? log : [webhook] }));
  });
  product = await startProduct({ VOICE_API_BASE_URL: platform.baseUrl, VOICE_API_KEY: "first_read_key_77aa" });
  cookies = await signEverybodyIn(product.setupUrl ?? "");
});
test.afterAll(async () => {
  await product?.stop();
  await platform?.close();
});

async function open(browser: Browser) {
  const permissions = ["clipboard-read", "clipboard-write"];
  const context = await browser.newContext({ baseURL: product.origin, permissions });
  await context.addCookies(cookies.support);
  return patient(await context.newPage());
}
const rows = (page: Page) => page.locator("main tr[data-row-id]");
const search = (page: Page) => page.getByRole("searchbox", { name: "ID or address" });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("no count, share or alert holds failures of unknown time from before the first read", async ({
  browser,
}, info) => {
  const page = await open(browser);
  const main = page.locator("main");
  await page.goto("/");
  await expect(main).toContainText(/100%of \dWatched since/);
  await expect(main).toContainText("No alerts need attention.");
  await expect(page.getByRole("navigation").getByRole("link", { name: /^Webhooks/ })).toHaveText("Webhooks");
  await expect(main).not.toContainText(/\b[1-9]\d* not delivered|all delivered/i);
  await page.screenshot({ path: info.outputPath("overview.png") });

  await page.goto("/webhooks");
  await expect(rows(page).first()).toContainText("delivered");
  await expect(main).not.toContainText(/\b[1-9]\d* not delivered|all delivered/i);
  await page.getByRole("link", { name: /^Older, time unknown\s*19$/ }).click();
  await expect(rows(page)).toHaveCount(19);
  await expect(rows(page).first()).toContainText(/time unknown.*failed/);
  await expectSound(page);
  await page.goto("/webhooks?text=older_7");
  await page.getByRole("button", { name: "Older, time unknown: 1 delivery" }).click();
  await expect(rows(page)).toHaveText(/failed.*older_7/);
  await page.context().close();
});

test("a time before the first read is not reported as all delivered, on the page and in tickets", async ({
  browser,
}, info) => {
  const page = await open(browser);
  const main = page.locator("main");
  await page.goto("/webhooks");
  await expect(main).toContainText(/Watched since \d\d \w{3}, \d\d:\d\d/);
  await expect(main).toContainText(/Switchboard was not watching before \d\d:\d\d\. 19 deliveries that failed/);
  await search(page).fill("about 14:10 yesterday");
  await search(page).press("Enter");
  const unwatched =
    /Switchboard was not watching then\. 19 deliveries that failed before \d\d:\d\d have no time and may belong here: show them\./;
  await expect(main).toContainText(unwatched);
  await expect(rows(page)).toHaveCount(2);
  await expect(main).not.toContainText("all delivered");
  for (const look of ["light", "dark at 390 px"] as const) {
    await wear(page, look);
    await expectSound(page);
    await page.screenshot({ path: info.outputPath(`unwatched-${look}.png`) });
  }
  await wear(page, "light");
  await page.getByRole("button", { name: "Copy for ticket" }).click();
  await expect.poll(() => copied(page)).toMatch(/\nNot watched: Switchboard was not watching then\. 19 deliveries/);
  expect(await copied(page)).toMatch(/\nWatched since: .*20\d\d, \d\d:\d\d:\d\d UTC\n/);
  expect(await copied(page)).not.toContain("all delivered");

  await page.getByRole("link", { name: "show them" }).click();
  await expect(rows(page)).toHaveCount(19);
  await rows(page).first().click();
  const drawer = page.getByRole("complementary", { name: "Delivery" });
  await expect(drawer).toContainText(/Watched since \d\d \w{3}, \d\d:\d\d/);
  await page.screenshot({ path: info.outputPath("older-entry.png") });
  await drawer.getByRole("button", { name: "Copy for ticket" }).click();
  await expect.poll(() => copied(page)).toMatch(/Status: failed\n(.*\n)*Watched since: /);
  await page.context().close();
});

test("an ID listed twice in one answer is one delivery with both attempts", async ({ browser }, info) => {
  const page = await open(browser);
  await page.goto("/webhooks?text=twice&time=all");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("delivered");
  await rows(page).click();
  const drawer = page.getByRole("complementary", { name: "Delivery" });
  await expect(drawer).toContainText("First seen, 1 attempt, failed");
  await expect(drawer).toContainText("2 attempts, delivered");
  await expect(drawer).not.toContainText("Several deliveries share this ID");
  await page.screenshot({ path: info.outputPath("attempts.png") });
  await page.context().close();
});

test("a fresh demo counts no failure from before it was started", async ({ browser }, info) => {
  const demo = await startProduct();
  try {
    const { admin } = await signEverybodyIn(demo.setupUrl ?? "");
    const context = await browser.newContext({ baseURL: demo.origin });
    await context.addCookies(admin);
    const page = patient(await context.newPage());
    await page.goto("/");
    // A delivery of the demo's own may fail meanwhile; it starts with more than twenty older failures.
    await expect(page.locator("main")).toContainText(/%of \d+(Watched since|\d not delivered)/);
    const link = page.getByRole("navigation").getByRole("link", { name: /^Webhooks/ });
    await expect(link).toHaveText(/^Webhooks(\d not delivered in 24 hours)?$/);
    await page.screenshot({ path: info.outputPath("demo.png") });
    await context.close();
  } finally {
    await demo.stop();
  }
});
