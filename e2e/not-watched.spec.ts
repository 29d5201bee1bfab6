import type { Page } from "@playwright/test";
import { json, type Reply } from "../lib/testing/fault-replies";
import { type FaultUpstream, startFaultUpstream } from "../lib/testing/fault-upstream";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { withDatabase } from "./support/database";
import { signEverybodyIn } from "./support/people";
import { freePort, type Product, startProduct } from "./support/product";
import { expect, expectSound, listen, patient, refresh, test } from "./support/test";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const entry = (id: string, minutes: number) => ({
  ...{ id, webhook_id: "w1", event: "call.ended", status: "delivered", attempts: 1 },
  delivered_at: minutesAgo(minutes),
});
const webhook = { id: "w1", url: "https://hooks.example.com/in", events: ["call.ended"], status: "active" };
const log = [entry("early_1", 300), entry("early_2", 300)];
const reply: Reply = (request, response) => {
  const path = request.url ?? "";
  if (!path.startsWith("/v1/webhooks")) return healthyPlatform(request, response);
  return json(200, { success: true, data: path.includes("/logs") ? log : [webhook] })(request, response);
};

const key = "not_watched_key_7731";
const env = { PORT: "", SWITCHBOARD_SECRET: "not_watched_secret_of_thirty_two_characters" };
let platform: FaultUpstream;
let product: Product;
let restarted: Product | undefined;
let page: Page;
let complaints: string[];

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  platform = await startFaultUpstream(reply);
  env.PORT = String(await freePort());
  product = await startProduct(env);
  const { admin } = await signEverybodyIn(product.setupUrl ?? "");
  const context = await browser.newContext({ baseURL: product.origin });
  await context.addCookies(admin);
  page = patient(await context.newPage());
  complaints = listen(page, /status of 50\d|ERR_/);
  await send("connection", { address: platform.baseUrl, key });
  await expectPlatform("hooks.example.com");
});

test.afterAll(async () => {
  await page?.context().close();
  await restarted?.stop();
  await product?.stop();
  await platform?.close();
});

async function send(path: string, data: object) {
  const headers = { "x-switchboard": "1", "sec-fetch-site": "same-origin" };
  expect((await page.request.post(`/api/console/${path}`, { headers, data })).ok()).toBe(true);
}

/** The server switches to another connection a moment after it was stored. */
const expectPlatform = (host: string) =>
  expect(async () => {
    await page.goto("/webhooks");
    await readLog();
    await expect(page.locator("main")).toContainText(host, { timeout: timeoutMs(3_000) });
  }).toPass();

async function readLog() {
  await refresh(page);
  await expect(page.locator("main")).toContainText(/Arrived \d/);
}

/** Moves everything that was noted an hour back, as if no read had followed for an hour. */
const passHour = () =>
  withDatabase(product, async (client) => {
    const hour = "interval '1 hour'";
    await client.query(`update console.watched set from_at = from_at - ${hour}, to_at = to_at - ${hour}`);
    await client.query(`update console.collector_task set at = at - ${hour}, ok_at = ok_at - ${hour}`);
  });

/** A read is noted as watched a moment after its deliveries are stored. Returns the account. */
async function expectWatching() {
  const open = `select key_print as account from console.watched
    where ended_by is null and to_at > now() - interval '1 minute' order by to_at desc`;
  const latest = async () => (await withDatabase(product, (client) => client.query(open))).rows[0]?.account as string;
  await expect.poll(latest).toBeTruthy();
  return latest();
}

const expectEnded = (account: string) =>
  expect
    .poll(async () => {
      const open = "select from console.watched where ended_by is null and key_print = $1";
      return (await withDatabase(product, (client) => client.query(open, [account]))).rowCount;
    })
    .toBe(0);

const askFor = async (fromMinutes: number, toMinutes: number) => {
  await page.goto(`/webhooks?between=${minutesAgo(fromMinutes)}..${minutesAgo(toMinutes)}`);
  return page.locator("main");
};

/** Asks for a time of the last hour without deliveries, then for one in which two arrived as was found afterwards. */
async function expectNotWatched(reason: string, resume = async () => {}) {
  const expectReason = async () => {
    await page.getByRole("button", { name: /^Not watched for \d+ (s|min|h)$/ }).click();
    const list = page.getByRole("dialog", { name: "Not watched" });
    await expect(list).toContainText(/(\w{3} )?\d\d:\d\d–(\w{3} )?\d\d:\d\d/);
    await expect(list).toContainText(new RegExp(reason, "i"));
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
  };
  const hatched = page.locator("main svg rect[fill^='url(']").first();
  const main = await askFor(40, 35);
  await expectReason();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not watched in this time");
  await expect(main).not.toContainText(/No (known )?deliveries|Arrived: all|100%/i);
  await expect(hatched).toBeAttached();
  await expectSound(page);

  await resume();
  log.push(entry(`${reason}_1`, 25), entry(`${reason}_2`, 25));
  await page.goto("/webhooks");
  await readLog();
  await askFor(30, 20);
  await expect(main).toContainText(/\d known deliveries in this time arrived/);
  await expectReason();
  await expect(main).not.toContainText(/Arrived: all|100%/i);
  await expect(hatched).toBeAttached();
  expect(complaints).toEqual([]);
}

test("says that a time was not watched when the log answered an error", async () => {
  platform.suffer("500", (request) => request.url?.includes("/webhooks/logs") ?? false);
  await refresh(page);
  await expect(page.locator("main")).toContainText(/Showing data from/);
  await passHour();
  await expectNotWatched("the log did not answer", async () => platform.suffer(undefined));
});

test("says that a time was not watched when reading was switched off", async () => {
  await send("collector/pace/deliveries", { is_on: false, every_seconds: 60 });
  const ended = () =>
    withDatabase(product, (client) => client.query("select from console.watched where ended_by = 'off'"));
  await expect.poll(async () => (await ended()).rowCount).toBe(1);
  await passHour();
  await expectNotWatched("polling was switched off", async () => {
    await page.goto("/settings/platform");
    await expect(page.locator("main")).toContainText("Webhook log: not polled");
    await expectSound(page);
    await page.getByRole("button", { name: "Switch on: Webhook log" }).click();
    await expect(page.locator("main")).not.toContainText("not polled");
  });
});

test("says that a time was not watched when another platform was connected", async () => {
  const account = await expectWatching();
  await send("connection/revert", { to: "demo" });
  await expectPlatform("crm.fernhill.example");
  await expectEnded(account);
  await passHour();
  await send("connection/revert", { to: "previous" });
  await expectPlatform("hooks.example.com");
  await expect.poll(expectWatching).toBe(account);
  await expectNotWatched("another platform was connected");
});

test("says that a time was not watched when Switchboard was stopped", async () => {
  await expectWatching();
  product.kill("SIGTERM");
  await product.ended;
  await passHour();
  restarted = await startProduct({ ...env, DATABASE_URL: product.databaseUrl ?? "" });
  await expectNotWatched("Switchboard was stopped");
});

test("finds a delivery by its ID when it is older than the chosen time", async () => {
  const main = await askFor(40, 35);
  await page.getByRole("searchbox", { name: "ID or address" }).fill("early_1");
  await expect(main).toContainText("None in this time, but elsewhere");
  await main.getByRole("link", { name: "early_1" }).click();
  await expect(page.getByRole("complementary", { name: "Delivery" })).toContainText("early_1");
});
