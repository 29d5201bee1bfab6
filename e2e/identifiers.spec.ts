import type { BrowserContext } from "@playwright/test";
import { idToPath } from "../lib/contract/identifier";
import type { FaultUpstream } from "./support/fault-upstream";
import { startFaultUpstream } from "./support/fault-upstream";
import { signEverybodyIn } from "./support/people";
import { type Product, startProduct } from "./support/product";
import { expect, listen, patient, test } from "./support/test";

const odd = [
  "a/b",
  "#1",
  "what?",
  "50%",
  "two words",
  "..",
  ".",
  "~x",
  "ключ-日本",
  "x".repeat(200),
  "a&b=c+d",
  "%2e%2e",
  "\\back",
];

const resources: Record<string, string> = {
  campaigns: "/v1/campaigns/",
  assistants: "/v1/assistants/",
  workflows: "/v1/workflows/",
  calls: "/v1/calls/",
  tools: "/v1/tools/",
};

let platform: FaultUpstream;
let product: Product;
let context: BrowserContext;

test.beforeAll(async ({ browser }) => {
  platform = await startFaultUpstream((request, response) => {
    const id = decodeURIComponent((request.url ?? "").split("?", 1)[0]?.split("/")[3] ?? "");
    // The rail counts log entries and credentials beside whatever page is open.
    const isList = /^\/v1\/(webhooks|integrations)\//.test(request.url ?? "");
    const data = isList ? [] : { id, said: `here is ${id}` };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data, items: [] }));
  });
  product = await startProduct({
    VOICE_API_BASE_URL: platform.baseUrl,
    VOICE_API_KEY: "odd_key_90aa12",
    LOG_LEVEL: "fatal",
  });
  context = await browser.newContext({ baseURL: product.origin });
  await context.addCookies((await signEverybodyIn(browser, product.setupUrl ?? "")).admin);
});

test.afterAll(async () => {
  await context?.close();
  await product?.stop();
  await platform?.close();
});

for (const [resource, path] of Object.entries(resources))
  test(`any identifier of ${resource} goes from the address bar to the platform and back`, async () => {
    test.setTimeout(120_000);
    const page = patient(await context.newPage());
    const complaints = listen(page);
    for (const id of odd) {
      platform.seen.length = 0;
      await page.goto(`/${resource}/${idToPath(id)}`);
      await expect(page.locator("main"), id).toContainText(id);
      const asked = platform.seen.map(({ url }) => url).filter((url) => url.startsWith(path));
      expect(asked.length, id).toBeGreaterThan(0);
      for (const url of asked) expect(decodeURIComponent(url.slice(path.length)), id).toBe(id);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

test("an odd identifier typed into the field opens the record, and survives Back and a reload", async () => {
  const page = patient(await context.newPage());
  await page.goto("/campaigns");
  const id = "spring/50% #2 ..";
  await page.getByRole("textbox", { name: /ID/ }).first().fill(id);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.locator("main")).toContainText(`here is ${id}`);
  await page.reload();
  await expect(page.locator("main")).toContainText(`here is ${id}`);
  await page.goBack();
  await expect(page).toHaveURL(/\/campaigns$/);
  await page.close();
});
