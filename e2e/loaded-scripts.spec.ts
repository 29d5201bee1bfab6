import { gzipSync } from "node:zlib";
import { expect, test } from "./support/test";

/** Words that only these libraries hold, where they are in a script. */
const absent = {
  "the whole schema library": "Invalid input: expected",
  "what places menus": "data-radix-popper-content-wrapper",
};

/** Size of the frame with the largest list, and a little more. Never raise it without a reason. Next keeps 22 kB of unused zod. */
const mostKb = 236;

for (const path of ["/credentials", "/phone-numbers", "/webhooks", "/audit"])
  test(`${path} shows its rows without what only forms and menus need`, async ({ as }) => {
    const page = await as("admin");
    const scripts = new Map<string, Promise<string>>();
    page.on("response", (response) => {
      // What is fetched at rest may still be on its way when the page is closed.
      if (response.request().resourceType() === "script")
        scripts.set(
          response.url(),
          response.text().catch(() => ""),
        );
    });
    const html = (await (await page.goto(path))?.text()) ?? "";
    await page.locator("tbody tr[data-row-id]").first().waitFor();
    // Those that the document names: what is fetched at rest may have come as well where rows came late.
    const named = [...scripts].filter(([url]) => html.includes(new URL(url).pathname));
    const texts = await Promise.all(named.map(([, text]) => text));
    expect(texts.length).toBeGreaterThan(5);
    for (const [what, word] of Object.entries(absent))
      expect([what, texts.some((text) => text.includes(word))]).toEqual([what, false]);
    const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
    expect(bytes / 1000).toBeLessThan(mostKb);
  });

test("a later document and other pages find the styles and fonts of the first in the browser's cache", async ({
  as,
}) => {
  const page = await as("admin");
  await page.goto("/credentials");
  await page.waitForLoadState("networkidle");
  await page.goto("/team");
  const isLook = ({ name }: PerformanceEntry) => name.endsWith(".css") || name.endsWith(".woff2");
  const files = await page.evaluate(() => performance.getEntriesByType("resource").map((file) => file.toJSON()));
  const sizes = files.filter(isLook).map(({ transferSize }) => transferSize);
  expect([sizes.length > 2, sizes.every((size) => size === 0)]).toEqual([true, true]);
});

test("/sign-in names the field that is left out, without the whole schema library", async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.origin });
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.text().catch(() => ""));
  });
  await page.goto("/sign-in");
  // What is pressed before the page is taken over sends the form as it is.
  await page.waitForFunction(() => {
    const button = document.querySelector("form button[type=submit]") ?? {};
    return Object.keys(button).some((key) => key.startsWith("__reactProps"));
  });
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your email address.")).toBeVisible();
  const texts = await Promise.all(scripts);
  expect([texts.length > 3, texts.some((text) => text.includes(absent["the whole schema library"]))]).toEqual([
    true,
    false,
  ]);
  await page.close();
});
