import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { seeded } from "../../platform/seed/ids";
import { writeLongList } from "../support/contact-lists";
import { openImport, outcome, pressUpload, sumLine, uploadButton } from "../support/import-wizard";
import { watchMainThread } from "../support/main-thread";
import { signEverybodyIn } from "../support/people";
import { type Product, startProduct } from "../support/product";
import { expect, listen, patient, test } from "../support/test";

const campaign = seeded.campaigns.draft;
let folder: string;
let product: Product;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-million-"));
  product = await startProduct();
});

test.afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("uploads a million rows: each is counted once, and every byte arrives", async ({ browser }) => {
  const path = join(folder, "million.csv");
  const made = await writeLongList(path, 1_000_000);
  expect(made.bytes).toBeGreaterThan(34_000_000);
  const { campaign_manager } = await signEverybodyIn(product.setupUrl ?? "");
  const context = await browser.newContext({ baseURL: product.origin });
  await context.addCookies(campaign_manager);
  const page = patient(await context.newPage());
  const complaints = listen(page);
  const before = await contactsOf(product);
  const main = page.locator("main");
  const clock = stopwatch();

  await openImport(page, campaign);
  const longestTask = await watchMainThread(browser, page);
  clock.lap("page");
  await main.locator("input[type=file]").setInputFiles(path);
  await expect(main.getByRole("heading", { name: "Look at the first rows" })).toBeVisible();
  clock.lap("first rows");
  await page.getByRole("button", { name: /^(Check the list|Match columns)/ }).click();
  await page.getByRole("button", { name: /^Continue with/ }).waitFor();
  clock.lap("check");
  const { sent, toFix, duplicate, blank } = made.counts;
  expect(sent + toFix + duplicate + blank).toBe(1_000_000);
  await expect(sumLine(page)).toContainText(
    `1,000,000 rows: ${figure(sent)} will be uploaded, ${figure(toFix)} need fixing, ${figure(duplicate)} duplicates, ${figure(blank)} blank`,
  );

  await page.getByRole("button", { name: `Continue with ${figure(sent)} contacts` }).click();
  await uploadButton(page).waitFor();
  clock.lap("put together");
  await expect(main).toContainText(made.sha256);
  await pressUpload(page);
  await expect(outcome(page)).toBeVisible({ timeout: timeoutMs(200_000) });
  clock.lap("sent and answered");

  await expect(main).toContainText(
    `${figure(sent)} accepted, 0 rejected, 0 duplicates; ${figure(sent)} were uploaded.`,
  );
  await expect(main.getByRole("region", { name: "Uploaded file" })).toContainText(made.sha256);
  expect((await contactsOf(product)) - before).toBe(sent);
  expect(complaints).toEqual([]);
  const { longestMs, longestOwnMs } = await longestTask();
  console.log(
    `a million rows: ${clock.laps.join(", ")}; longest stop of the page ${longestMs} ms, ${longestOwnMs} ms of it its own`,
  );
  expect(longestOwnMs).toBeGreaterThan(0);
  await context.close();
});

const figure = (count: number) => count.toLocaleString("en-US");

/** The number of contacts that the platform itself stores. */
async function contactsOf({ platform }: Product): Promise<number> {
  const headers = { authorization: `Bearer ${platform?.key}` };
  const response = await fetch(`${platform?.address}/v1/campaigns/${campaign}`, { headers });
  const { data } = (await response.json()) as { data: { total_contacts: number } };
  return data.total_contacts;
}

function stopwatch() {
  let last = performance.now();
  const laps: string[] = [];
  const lap = (what: string) => {
    const now = performance.now();
    laps.push(`${what} ${((now - last) / 1_000).toFixed(1)} s`);
    last = now;
  };
  return { laps, lap };
}
