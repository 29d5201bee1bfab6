import type { Browser, Page, Response } from "@playwright/test";
import type { Role } from "../lib/contract/operation";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { firstDay, firstDayPlatform } from "./support/first-day-platform";
import { countPresses } from "./support/presses";
import { type Stage, startStage } from "./support/stage";
import { expect, expectSound, patient, test } from "./support/test";

const maxBytes = 60_000;
const headers = { "x-switchboard": "1", "sec-fetch-site": "same-origin" };

test.describe.configure({ mode: "serial" });

let stage: Stage;
test.beforeAll(async () => {
  test.setTimeout(timeoutMs(300_000));
  stage = await startStage({}, firstDayPlatform);
});
test.afterAll(() => stage.close());

async function openAs(browser: Browser, role: Role, options: Parameters<Browser["newContext"]>[0] = {}) {
  const context = await browser.newContext({ baseURL: stage.product.origin, ...options });
  await context.addCookies(stage.cookies[role]);
  return patient(await context.newPage());
}

/** Zero if the browser kept no body, as of a redirect. */
const sizeOf = async (response: Response): Promise<[bytes: number, url: string]> => [
  await response.body().then(
    ({ length }) => length,
    () => 0,
  ),
  response.url(),
];

const ask = async (page: Page, path: string) => (await page.request.get(`/api/console/${path}`, { headers })).json();

async function untilAlertsAreRaised(page: Page) {
  const counts = async () =>
    ((await ask(page, "alert-groups")).data as { rule: string; count: number }[])
      .map(({ rule, count }) => `${rule} ${count}`)
      .sort();
  await expect
    .poll(counts, { timeout: timeoutMs(120_000) })
    .toEqual(expect.arrayContaining([`credential_sync ${firstDay.failing}`, `number_suspended ${firstDay.suspended}`]));
  await expect
    .poll(
      async () => {
        await ask(page, "delivery-reading?fresh=yes");
        return (await (await page.request.post("/api/console/delivery-summary", { headers, data: {} })).json()).total;
      },
      { timeout: timeoutMs(120_000) },
    )
    .toBeGreaterThan(firstDay.deliveries * 0.9);
}

test("shows a platform of many records in at most 60 kB of JSON and HTML to each role", async ({ browser }) => {
  const first = await openAs(browser, "admin");
  await first.goto("/");
  await untilAlertsAreRaised(first);
  for (const role of ["admin", "campaign_manager", "support"] as const) {
    const page = await openAs(browser, role);
    const answers: Promise<[bytes: number, url: string]>[] = [];
    page.on("response", (response) => {
      const type = response.headers()["content-type"] ?? "";
      if (/json|html/.test(type)) answers.push(sizeOf(response));
    });
    await page.goto("/");
    await expect(page.getByText("64 phone numbers").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    const sizes = await Promise.all(answers);
    const total = sizes.reduce((sum, [bytes]) => sum + bytes, 0);
    expect(total, `${role}\n${sizes.join("\n")}`).toBeLessThanOrEqual(maxBytes);
    await page.context().close();
  }
});

test("settles 92 alerts of a first day in seven presses, by the server's count", async ({ browser }) => {
  const page = await openAs(browser, "admin");
  await untilAlertsAreRaised(page);
  const presses = await countPresses(page);
  await page.goto("/");
  await expect(page.getByText("2 things need attention.")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Acknowledge all: 64 phone numbers" }).click();
  await expect(page.getByText("Acknowledged: 64 phone numbers are suspended.").first()).toBeVisible();
  await expect(page.getByText("acknowledged by you")).toBeVisible();
  await page.getByRole("button", { name: "Snooze all: 28 credentials" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(page.getByText("Snoozed: 28 credentials are failing to sync.").first()).toBeVisible();
  await page.getByRole("button", { name: "28 snoozed" }).click();
  await page.getByRole("button", { name: "Show again: 28 credentials" }).click();
  await page.getByRole("button", { name: "Acknowledge all: 28 credentials" }).click();
  await page.getByRole("button", { name: "Resolve all: 64 phone numbers" }).click();
  await expect(page.getByText("1 thing needs attention, and it is acknowledged.")).toBeVisible();
  await presses.atMost(7);
  const latest = await page.request.post("/api/console/audit", { headers, data: { limit: "3" } });
  const { data } = await latest.json();
  expect(data.map(({ words }: { words: string[] }) => words.join(""))).toEqual([
    "resolved: 64 phone numbers are suspended",
    "acknowledged: 28 credentials are failing to sync",
    "showed again: 28 credentials are failing to sync",
  ]);
  await page.context().close();
});

test("opens a group and works it by keyboard on a dark phone", async ({ browser }) => {
  const page = await openAs(browser, "support", { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await page.goto("/");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const alerts = page.getByRole("list", { name: "28 credentials are failing to sync." });
  await expect(alerts.getByRole("listitem")).toHaveCount(20);
  await expect(page).toHaveURL(/rule=credential_sync/);
  await page.keyboard.press("j");
  await expect(alerts.getByRole("link", { name: "Open credential" }).first()).toBeFocused();
  await page.keyboard.press("a");
  await expect(alerts.getByRole("button", { name: /^Resolve: Registry/ }).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/27 credentials are failing to sync/)).toBeVisible();
  await expectSound(page);
  await page.context().close();
});
