import type { Browser, Page } from "@playwright/test";
import { type FaultUpstream, startFaultUpstream } from "../lib/testing/fault-upstream";
import { guardedBy } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { seeded } from "../platform/seed/ids";
import { chooseZone } from "./support/choose-zone";
import { outcome, pressUpload, uploadButton } from "./support/import-wizard";
import { password, people } from "./support/people";
import { countPresses } from "./support/presses";
import { type Product, startProduct } from "./support/product";
import { expect, expectSound, listen, patient, test } from "./support/test";

type Presses = Awaited<ReturnType<typeof countPresses>>;

const key = "canary_key_of_setup_2c94";
let product: Product;
let platform: FaultUpstream;

test.beforeAll(async () => {
  platform = await startFaultUpstream(guardedBy(key));
  product = await startProduct();
});
test.afterAll(async () => {
  await product?.stop();
  await platform?.close();
});

test("leads a new admin from the printed link to a connected platform, and back to the demo", async ({ browser }) => {
  await expectSoundOnPhone(browser);
  const context = await browser.newContext({ baseURL: product.origin });
  const received: string[] = [];
  context.on("response", async (response) => received.push(await response.text().catch(() => "")));
  const page = await context.newPage();
  // The browser logs the refused password, link and connection.
  const complaints = listen(page, /status of 4/);

  await test.step("creates the first admin", () => createAdmin(page));
  const presses = await countPresses(page);
  await test.step("reaches a running campaign in five presses", () => openRunningCampaign(page, presses));
  await test.step("uploads the sample list in six presses", () => uploadSample(page, presses));
  await test.step("connects a platform", () => connectPlatform(page));
  await test.step("shows no sample of the demo on a real platform", () => expectNoSample(page));
  await test.step("refuses the link when it is used again", async () => {
    expect((await context.request.get(product.setupUrl ?? "")).status()).toBe(404);
  });
  await test.step("signs in, and says so when the browser drops the cookie", () => signInAgain(page));
  patient(page);
  await test.step("switches to the demo platform", () => switchBack(page, "the demo platform"));
  await test.step("shows the first steps of the demo", () => takeFirstSteps(page));
  await test.step("asks before actions and pausing rules of the demo stop", () => switchWithPending(page));
  await test.step("publishes a workflow after a comparison", () => publish(page));
  await test.step("finds who did what in the audit log", () => readAuditLog(page));

  expect(complaints).toEqual([]);
  expect(received.join("").length).toBeGreaterThan(10_000);
  expect([...received, product.said()].filter((text) => text.includes(key))).toEqual([]);
  await context.close();
});

async function expectSoundOnPhone(browser: Browser) {
  const context = await browser.newContext({
    baseURL: product.origin,
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const complaints = listen(page);
  for (const address of [product.setupUrl ?? "", "/sign-in", "/setup"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSound(page);
  }
  expect(complaints).toEqual([]);
  await context.close();
}

async function createAdmin(page: Page) {
  await page.goto(product.setupUrl ?? "");
  await page.getByLabel("Name").fill(people.admin.name);
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill("switchboard1");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create your account");
  await expect(page.getByText("This link ends at")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
}

async function openRunningCampaign(page: Page, presses: Presses) {
  await page.reload();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Campaigns" }).click();
  await page.getByRole("link", { name: "Boiler service reminders" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Boiler service reminders");
  await presses.atMost(5);
  const done = async () => Number(/(\d+)\s*of 120/.exec((await page.locator("main").textContent()) ?? "")?.[1]);
  await expect.poll(done).toBeGreaterThan(0);
  const before = await done();
  await expect.poll(done).toBeGreaterThan(before);
}

async function uploadSample(page: Page, presses: Presses) {
  await page.goto("/");
  await presses.reset();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Import contacts" }).click();
  await page.getByRole("link", { name: "Spring green energy offer" }).click();
  await page.waitForURL(/\/campaigns\/.+\/contacts/);
  await page.getByRole("button", { name: "240 clean people" }).click();
  await expect(uploadButton(page)).toHaveText("Upload 240 contacts");
  await pressUpload(page);
  await expect(outcome(page)).toContainText("240");
  await presses.atMost(6);
}

async function expectNoSample(page: Page) {
  await expect.poll(async () => (await (await page.request.get("/api/console/saved")).json()).data).toEqual([]);
  for (const path of ["/campaigns", "/calls", "/workflows", "/tools", "/import"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("main")).not.toContainText(/Winter tariff|Hedda Brandt|Renewal follow-up|find_account/);
  }
}

async function connectPlatform(page: Page) {
  await page.goto("/");
  await page.getByRole("link", { name: "Connect your voice platform" }).click();
  await page.getByRole("textbox", { name: "Address" }).fill(platform.baseUrl);
  await page.getByRole("textbox", { name: "Key" }).fill("wrong_key_0000");
  const check = page.getByRole("button", { name: "Test", exact: true });
  await check.click();
  await expect(page.getByText("This connection does not work")).toBeVisible();
  const over = page.getByRole("button", { name: "Switch connection" });
  await expect(over).toBeDisabled();
  await page.getByRole("textbox", { name: "Key" }).fill(key);
  await check.click();
  await expect(page.getByText("This connection works")).toBeVisible();
  await expectSound(page);
  await over.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Switch" }).click();
  await expect(page.getByRole("button", { name: "Switch back" })).toBeVisible();
  // The server switches to the new connection a moment after it was stored.
  await expect(async () => {
    await page.goto("/credentials");
    await expect(page.getByRole("main")).toContainText("Credential 3", { timeout: timeoutMs(3_000) });
  }).toPass();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();
  await expect(page.getByRole("region", { name: "First steps" })).not.toContainText("check the connection");
}

async function signInAgain(page: Page) {
  // The page itself would go to the sign-in once it hears that its session is gone.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.route(/\/api\/auth\/sign-in\/email$/, async (route) => {
    const response = await route.fetch();
    await page.context().clearCookies();
    const { "set-cookie": _dropped, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto("/sign-in?return=%2Fsettings%2Fconnection");
  const signIn = async (email: string, ownPassword: string) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(ownPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  await signIn(people.admin.email, password);
  await expect(page.getByText("Your browser dropped the sign-in cookie.")).toBeVisible();
  await expectSound(page);
  await page.unrouteAll();
  for (const email of [people.admin.email, "unknown@fernhill.example"]) {
    await signIn(email, "certainly not this one");
    await expect(page.getByText("Email or password is wrong.").first()).toBeVisible();
    await page.reload();
  }
  await signIn(people.admin.email, password);
  await expect(page).toHaveURL("/settings/platform");
  await expect(page.getByRole("main")).toContainText(`Connected by ${people.admin.name}`);
}

async function switchBack(page: Page, to: string) {
  await page.goto("/settings/platform");
  await page.getByRole("button", { name: "Switch back" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(`Switch everyone to ${to}?`);
  await expect(question).toContainText(`Nothing is scheduled or running on ${new URL(platform.baseUrl).host}`);
  await question.getByRole("button", { name: "Switch" }).click();
  await expect(page.getByRole("main")).toContainText("Demo platform with sample data");
}

async function takeFirstSteps(page: Page) {
  await page.goto("/");
  await expect(page.getByRole("main")).toContainText("Everything here is sample data, nobody is called.");
  await page.goto("/campaigns");
  await expect(page.locator("main")).toContainText("Winter tariff renewals");
}

async function switchWithPending(page: Page) {
  const dialog = page.getByRole("dialog");
  const question = page.getByRole("alertdialog");
  const scheduled = page.getByRole("region", { name: "Scheduled" });
  await page.goto(`/campaigns/${seeded.campaigns.running}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await timeline.getByRole("button", { name: "Schedule an action" }).click();
  await dialog.getByLabel("What").selectOption("Pause");
  await dialog.getByLabel("When").fill(`${new Date().getUTCFullYear() + 1}-01-02T20:00`);
  await chooseZone(dialog, "London");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(timeline).toContainText("Pause at 20:00 Europe/London");
  await page.goto("/settings/alerts/rules");
  await page.getByRole("switch", { name: "Pause campaigns: Credit runs low" }).click();
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog).toBeHidden();

  await page.goto("/settings/platform");
  await page.getByRole("button", { name: "Change…" }).click();
  await page.getByRole("textbox", { name: "Address" }).fill(platform.baseUrl);
  await page.getByRole("textbox", { name: "Key" }).fill(key);
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(dialog).toContainText("This connection works");
  await page.getByRole("button", { name: "Switch connection" }).click();
  await expect(question).toContainText(
    "1 scheduled action, 1 rule that pauses campaigns, and 3 running campaigns of the demo platform",
  );
  await expectSound(page);
  await question.getByRole("button", { name: "Switch" }).click();
  await expect(page.getByRole("button", { name: "Switch back" })).toBeVisible();
  await page.goto("/campaigns/scheduled");
  await expect(scheduled).toContainText("1 scheduled action waits for the demo platform");
  await switchBack(page, "the demo platform");
  await page.goto("/campaigns/scheduled");
  await expect(scheduled).toContainText("Pause Winter tariff renewals at 20:00 Europe/London");
  await expect(scheduled).not.toContainText("waits for");
}

async function publish(page: Page) {
  await page.goto(`/workflows/${seeded.workflows.renewal}`);
  await page.getByRole("button", { name: /^Publish/ }).click();
  const question = page.getByRole("alertdialog", { name: "Publish Renewal follow-up now?" });
  await expect(question).toContainText("1 step added, 1 removed, 2 changed");
  await question.getByRole("button", { name: "Publish" }).click();
  await expect(page.locator("main")).toContainText(/Published version \d+/);
}

async function readAuditLog(page: Page) {
  await page.goto("/audit");
  await expect(page.locator("main")).toContainText(/published Renewal follow-up/);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("status").filter({ hasText: "entries are verified" })).toBeVisible();
}
