import { password, people } from "./support/people";
import { type Product, startProduct } from "./support/product";
import { expect, expectSound, listen, test } from "./support/test";

let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product?.stop();
});

const looks = [
  { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

test("a new user opens the printed link, makes the first admin, and is in; the link works once", async ({
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
  const page = await context.newPage();
  const complaints = listen(page);
  await page.goto(link);
  await page.getByLabel("Name").fill(people.admin.name);
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill("switchboard1");
  await page.getByRole("button", { name: "Go on to the connection" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Who runs this Switchboard?");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Go on to the connection" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connect your voice platform");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText(/answered/).first()).toBeVisible();
  await page.getByRole("button", { name: "Use the demo platform" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Switchboard is ready");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  expect(complaints).toEqual([]);

  const again = await browser.newContext({ baseURL: product.origin });
  const other = await again.newPage();
  const answer = await other.goto(link);
  expect(answer?.status()).toBe(404);
  await again.close();
  await context.close();
});

test("a wrong password and an unknown email are told alike", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();
  for (const email of [people.admin.email, "nobody@fernhill.example"]) {
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("certainly not this one");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Email or password is not right.").first()).toBeVisible();
  }
  await context.close();
});
