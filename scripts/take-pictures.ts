import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { seeded } from "@/platform/seed/ids";
import { waitForRest } from "../e2e/support/looks";
import { signEverybodyIn } from "../e2e/support/people";
import { startProduct } from "../e2e/support/product";

/** Enough polls of a running campaign to draw a curve. */
const curveMs = 40_000;

/** Writes the README's pictures from the demo, with its own data and on its own port. */
async function takePictures() {
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "" });
  try {
    const { admin } = await signEverybodyIn(product.setupUrl ?? "");
    const context = await browser.newContext({
      baseURL: product.origin,
      viewport: { width: 1440, height: 900 },
      colorScheme: "light",
    });
    await context.addCookies(admin);
    await openSamples(await context.newPage());
    for (const [name, open] of Object.entries(pictures)) {
      const page = await context.newPage();
      await open(page);
      await page.getByText("Platform answering").waitFor();
      await page.waitForFunction(() => !document.querySelector("main [aria-busy=true]"));
      await page.evaluate(waitForRest);
      await page.screenshot({ path: `docs/${name}.png` });
      console.log(`docs/${name}.png`);
      await page.close();
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Makes the sample campaigns known, and watches the running one. */
async function openSamples(page: Page) {
  for (const id of Object.values(seeded.campaigns)) await page.goto(`/campaigns/${id}`);
  await page.goto(`/campaigns/${seeded.campaigns.running}`);
  await sleep(curveMs);
  await page.close();
}

const pictures: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  overview: async (page) => {
    await page.goto("/");
    await page.getByRole("heading", { name: "Needs attention" }).waitFor();
    const hide = page.getByRole("button", { name: "Hide", exact: true });
    if (await hide.isVisible()) await hide.click();
  },
  webhooks: async (page) => {
    await page.goto("/webhooks");
    await page.locator("main tr[data-row-id]").first().waitFor();
  },
  campaign: async (page) => {
    await page.goto(`/campaigns/${seeded.campaigns.running}`);
    await page.getByText("Done or failed, over time").waitFor();
  },
  import: async (page) => {
    await page.goto(`/campaigns/${seeded.campaigns.draft}/contacts`);
    await page.getByRole("button", { name: "400 with problems" }).click();
    await page.getByRole("button", { name: "Match columns" }).click();
    await page.getByRole("checkbox", { name: /^empty/ }).check();
    await page.getByRole("button", { name: "Check the list" }).click();
    await page.locator("[data-sum]").waitFor();
  },
};

await takePictures();
