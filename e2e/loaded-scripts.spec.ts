import { expect, test } from "./support/test";

/** A text that only the part of the library holds that sign-in does not need. */
const wholeSchemaLibrary = "Invalid input: expected";

test("loads styles and fonts from the browser's cache when another page is opened", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/credentials");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.goto("/team");
  const isLook = ({ name }: PerformanceEntry) => name.endsWith(".css") || name.endsWith(".woff2");
  const files = await page.evaluate(() => performance.getEntriesByType("resource").map((file) => file.toJSON()));
  const sizes = files.filter(isLook).map(({ transferSize }) => transferSize);
  expect([sizes.length > 2, sizes.every((size) => size === 0)]).toEqual([true, true]);
});

test("names the field that is left out at sign-in, without loading the schema library", async ({
  browser,
  product,
}) => {
  const page = await browser.newPage({ baseURL: product.origin });
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.text().catch(() => ""));
  });
  await page.goto("/sign-in");
  // A press before hydration sends the form as it is.
  await page.waitForFunction(() => {
    const button = document.querySelector("form button[type=submit]") ?? {};
    return Object.keys(button).some((key) => key.startsWith("__reactProps"));
  });
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your email address.")).toBeVisible();
  const texts = await Promise.all(scripts);
  expect([texts.length > 3, texts.some((text) => text.includes(wholeSchemaLibrary))]).toEqual([true, false]);
  await page.close();
});
