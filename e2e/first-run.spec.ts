import { type FaultUpstream, startFaultUpstream } from "../lib/testing/fault-upstream";
import { guardedBy } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { password, people } from "./support/people";
import { type Product, startProduct } from "./support/product";
import { expect, expectSound, listen, test } from "./support/test";

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

const looks = [
  { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

test("a new user opens the printed link, makes the first admin, connects a platform, and is in; the link works once", async ({
  browser,
}, info) => {
  const link = product.setupUrl ?? "";
  for (const look of looks) {
    const context = await browser.newContext({ baseURL: product.origin, ...look });
    const page = await context.newPage();
    const complaints = listen(page);
    for (const address of [link, "/sign-in", "/setup"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectSound(page);
      await page.screenshot({
        path: info.outputPath(`gate-${look.colorScheme}-${address.replace(/\W+/g, "-").slice(-12)}.png`),
      });
    }
    expect(complaints).toEqual([]);
    await context.close();
  }

  const context = await browser.newContext({ baseURL: product.origin });
  const received: string[] = [];
  context.on("response", async (response) => received.push(await response.text().catch(() => "")));
  const page = await context.newPage();
  const complaints = listen(page);
  await page.goto(link);
  await page.getByLabel("Name").fill(people.admin.name);
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill("switchboard1");
  await page.getByRole("button", { name: "Continue to the connection" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create your account");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue to the connection" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connect your voice platform");
  await expect(page.getByText("This link ends at")).toBeVisible();

  await page.getByRole("radio", { name: /Your voice platform/ }).check();
  await page.getByRole("textbox", { name: "Address" }).fill(platform.baseUrl);
  await page.getByRole("textbox", { name: "Key" }).fill("wrong_key_0000");
  const test = page.getByRole("button", { name: "Test", exact: true });
  await test.click();
  await expect(page.getByText("This connection does not work")).toBeVisible();
  await expect(page.getByRole("button", { name: "Use this platform" })).toBeDisabled();
  await page.getByRole("textbox", { name: "Key" }).fill(key);
  await test.click();
  await expect(page.getByText("This connection works")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Use this platform" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Switchboard is ready");
  // The other connection is in use a moment after it was set.
  await expect(async () => {
    await page.goto("/credentials");
    await expect(page.getByRole("main")).toContainText("Credential 3", { timeout: timeoutMs(3_000) });
  }).toPass();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();
  await expect(page.getByText("Your voice platform answers.")).toBeVisible();
  await expect(page.getByText("Demo platform.")).toHaveCount(0);
  await page.goto("/settings/connection");
  await expect(page.getByRole("main")).toContainText(`Set by${people.admin.name}`);
  expect(complaints).toEqual([]);
  expect(received.join("").length).toBeGreaterThan(10_000);
  expect([...received, product.said()].filter((text) => text.includes(key))).toEqual([]);

  const again = await browser.newContext({ baseURL: product.origin });
  const other = await again.newPage();
  const answer = await other.goto(link);
  expect(answer?.status()).toBe(404);
  await again.close();
  await context.close();
});

test("a wrong password and an unknown email are reported alike", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();
  for (const email of [people.admin.email, "nobody@fernhill.example"]) {
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("certainly not this one");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Email or password is wrong.").first()).toBeVisible();
  }
  await context.close();
});

test("says that the browser dropped the cookie when nobody stays signed in", async ({ browser }, info) => {
  const own = await startProduct();
  try {
    const context = await browser.newContext({ baseURL: own.origin });
    const page = await context.newPage();
    const complaints = listen(page);
    await page.route(/\/api\/auth\/(setup|sign-in\/email)$/, async (route) => {
      const response = await route.fetch();
      await context.clearCookies();
      const { "set-cookie": _dropped, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    const dropped = page.getByText("Your browser dropped the sign-in cookie.");
    const fill = async () => {
      await page.getByLabel("Email").fill(people.admin.email);
      await page.getByLabel("Password", { exact: true }).fill(password);
    };
    const signIn = page.getByRole("button", { name: "Sign in" });

    await page.goto(own.setupUrl ?? "");
    await page.getByLabel("Name").fill(people.admin.name);
    await fill();
    await page.getByRole("button", { name: "Continue to the connection" }).click();
    await page.getByRole("button", { name: "Use the demo platform" }).click();
    await expect(dropped).toBeVisible();
    for (const { viewport, colorScheme } of looks) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await expectSound(page);
      await page.screenshot({ path: info.outputPath(`dropped-${colorScheme}.png`) });
    }

    await page.goto("/sign-in?return=%2Fwebhooks");
    await fill();
    await signIn.click();
    await expect(dropped).toBeVisible();
    await page.unrouteAll();
    await fill();
    await signIn.click();
    await expect(page).toHaveURL("/webhooks");
    expect(complaints).toEqual([]);
    await context.close();
  } finally {
    await own.stop();
  }
});
