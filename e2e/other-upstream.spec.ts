import type { BrowserContext } from "@playwright/test";
import { idToPath } from "../lib/contract/identifier";
import type { FaultUpstream } from "./support/fault-upstream";
import { odd, startOtherUpstream } from "./support/other-upstream";
import { signEverybodyIn } from "./support/people";
import { type Product, startProduct } from "./support/product";
import { expect, expectSound, listen, patient, test } from "./support/test";

let platform: FaultUpstream;
let product: Product;
let context: BrowserContext;
const key = "other_platform_key_31c9f0";

test.beforeAll(async ({ browser }) => {
  platform = await startOtherUpstream();
  product = await startProduct({ VOICE_API_BASE_URL: platform.baseUrl, VOICE_API_KEY: key });
  const cookies = await signEverybodyIn(browser, product.setupUrl ?? "");
  context = await browser.newContext({ baseURL: product.origin });
  await context.addCookies(cookies.admin);
});

test.afterAll(async () => {
  await context?.close();
  await product?.stop();
  await platform?.close();
});

const shown: [path: string, shows: (string | RegExp)[]][] = [
  [
    `/campaigns/${idToPath(odd.campaign)}`,
    [odd.campaign, "throttled", "dialling", "12345678901234567890", "0.10", "<script>"],
  ],
  [`/assistants/${odd.assistant}`, ["<script>", "half-published", "waits-politely", "retired", "yesterday"]],
  ["/phone-numbers", ["porting", "2 over"]],
  ["/credentials", ["oauth9", "resting", "halfway"]],
  [`/credentials?credential=${encodeURIComponent(odd.credential)}`, ["Odd one"]],
  [`/workflows/${idToPath(odd.workflow)}`, [odd.workflow, "sleeping"]],
  [`/calls/${idToPath(odd.call)}`, ["on-hold", odd.call]],
  [`/tools/${idToPath(odd.tool)}`, ["Odd tool", "brewing"]],
  ["/webhooks", ["napping", "bounced", "unheard-of", "call.melted"]],
  ["/", ["Needs someone"]],
];

for (const [path, words] of shown)
  test(`${path} hides nothing of another platform's answer, and breaks at nothing`, async () => {
    const page = patient(await context.newPage());
    const complaints = listen(page);
    await page.goto(path);
    for (const word of words) await expect(page.locator("main")).toContainText(word);
    await expectSound(page);
    expect(await page.title()).not.toBe("owned");
    expect(complaints).toEqual([]);
    await page.close();
  });

test("an answer of 204 ends a tool and a session, whatever their identifiers", async () => {
  const page = patient(await context.newPage());
  await page.goto(`/tools/${idToPath(odd.tool)}`);
  await page.getByRole("button", { name: /Delete tool/ }).click();
  await page.getByRole("alertdialog").getByRole("textbox").fill(odd.tool);
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Delete/ })
    .click();
  await expect(page.locator("main")).toContainText(/Deleted/);
  await page.goto("/sessions");
  await page
    .getByLabel(/Session/)
    .first()
    .fill(odd.session);
  const end = page.getByRole("button", { name: /End session/ });
  await end.click();
  await expect(page.locator("main")).toContainText("Press End session again to go on anyway.");
  await end.click();
  await page.getByRole("alertdialog").getByRole("textbox").fill("end");
  await page.getByRole("alertdialog").getByRole("button", { name: /End/ }).click();
  await expect
    .poll(() => platform.seen.map(({ method, url }) => `${method} ${url}`))
    .toContain("POST /v1/sessions/%2E%2E/end");
  expect(platform.seen.map(({ method, url }) => `${method} ${url}`)).toContain("DELETE /v1/tools/tool%3Fx%3D1");
  await page.close();
});

test("the platform sees the key and nothing of the browser's", () => {
  expect(platform.seen.length).toBeGreaterThan(10);
  for (const { headers } of platform.seen) {
    expect(headers.authorization).toBe(`Bearer ${key}`);
    expect(
      Object.keys(headers).filter((name) => /cookie|origin|referer|sec-|accept-language|forwarded/.test(name)),
    ).toEqual([]);
  }
});
