import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import type { FaultUpstream } from "../../lib/testing/fault-upstream";
import { healthyPlatform } from "../../lib/testing/healthy-platform";
import { plainList } from "./contact-lists";
import { openImport, uploadList } from "./import-wizard";
import type { Stage } from "./stage";
import { test as base, listen, patient } from "./test";

type SendingStage = Stage & Awaited<ReturnType<typeof sendingOn>>;

/** The shared stage, with a campaign manager and helpers for tests of uploads. */
export const test = base.extend<{ stage: SendingStage }>({
  stage: async ({ stage, browser, campaign }, use) => {
    const sending = await sendingOn(stage, browser, campaign);
    await use({ ...stage, ...sending });
    await sending.context.close();
  },
});

async function sendingOn({ platform, product, cookies }: Stage, browser: Browser, campaign: string) {
  const context = await browser.newContext({ baseURL: product.origin });
  await context.addCookies(cookies.campaign_manager);
  const uploads = () =>
    platform.seen.filter(({ method, url }) => method === "POST" && url.endsWith("/contacts/upload"));

  return {
    context,
    uploads,

    /** Opens the import page. `expected` matches errors that the browser may log. */
    async visit({ from = context, expected }: { from?: BrowserContext; expected?: RegExp } = {}) {
      const page = patient(await from.newPage());
      const complaints = listen(page, expected);
      platform.seen.length = 0;
      await openImport(page, campaign);
      return { page, main: page.locator("main"), complaints };
    },

    /** Starts an upload that lasts until the platform no longer stalls. */
    async sendingOf(page: Page, name: string) {
      platform.stall(({ method }) => method === "POST");
      await uploadList(page, largeList(name));
      await expect(page.getByRole("progressbar", { name: "of the file uploaded" })).toBeVisible();
      await expect.poll(() => uploads().length).toBe(1);
    },

    heldAnswer: () => heldAnswer(platform),

    /** Polls the outcomes of a list's uploads in the journal. */
    journalOf: (name: string) =>
      expect.poll(async () => {
        const answer = await context.request.get(`/api/console/imports?campaign_id=${campaign}`);
        const { data } = (await answer.json()) as { data: { file_name: string; outcome: string | null }[] };
        return data.filter(({ file_name }) => file_name === name).map(({ outcome }) => outcome);
      }),
  };
}

/** Larger than all socket buffers, so that its upload cannot end while the platform stalls. */
const largeList = (name: string) => plainList(name, 150_000, { padding: `of ${name} ${"and so on ".repeat(16)}` });

/** Delays the answers to sends until the returned function is called. */
function heldAnswer(platform: FaultUpstream): () => void {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  platform.answer(async (request, response) => {
    if (request.method === "POST") await gate;
    healthyPlatform(request, response);
  });
  return release;
}
