import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { plainList } from "./contact-lists";
import { type FaultUpstream, startFaultUpstream } from "./fault-upstream";
import { campaign, healthyPlatform } from "./healthy-platform";
import { openImport, uploadList } from "./import-wizard";
import { signEverybodyIn } from "./people";
import { startProduct } from "./product";
import { listen, patient } from "./test";

/** A campaign manager before a product whose platform does what a test tells it to. */
export async function startSendingStage(browser: Browser) {
  const platform = await startFaultUpstream(healthyPlatform);
  const product = await startProduct({
    VOICE_API_BASE_URL: platform.baseUrl,
    VOICE_API_KEY: "sending_key_31bb",
    LOG_LEVEL: "trace",
  });
  const context = await browser.newContext({ baseURL: product.origin });
  await context.addCookies((await signEverybodyIn(browser, product.setupUrl ?? "")).campaign_manager);
  const uploads = () =>
    platform.seen.filter(({ method, url }) => method === "POST" && url.endsWith("/contacts/upload"));

  return {
    platform,
    product,
    context,
    uploads,
    checks: () => platform.seen.filter(({ url }) => url.endsWith("/validate-csv")),

    /** The browser itself complains of a line that drops; anything else is ours. */
    async visit({ from = context, expected }: { from?: BrowserContext; expected?: RegExp } = {}) {
      const page = patient(await from.newPage());
      const complaints = listen(page, expected);
      platform.seen.length = 0;
      await openImport(page, campaign);
      return { page, main: page.locator("main"), complaints };
    },

    /** Sends a list that is under way until the platform stalls no more. */
    async sendingOf(page: Page, name: string) {
      platform.stall(({ method }) => method === "POST");
      await uploadList(page, largeList(name));
      await expect(page.getByRole("progressbar", { name: "of the file has left this browser" })).toBeVisible();
      await expect.poll(() => uploads().length).toBe(1);
    },

    heldAnswer: () => heldAnswer(platform),

    /** Waits until the journal tells of a list's tries what it should. */
    journalOf: (name: string) =>
      expect.poll(async () => {
        const answer = await context.request.get(`/api/console/imports?campaign_id=${campaign}`);
        const { data } = (await answer.json()) as { data: { file_name: string; outcome: string | null }[] };
        return data.filter(({ file_name }) => file_name === name).map(({ outcome }) => outcome);
      }),

    async close() {
      await context.close();
      await product.stop();
      await platform.close();
    },
  };
}

export type SendingStage = Awaited<ReturnType<typeof startSendingStage>>;

/** Too large for what lies between the browser and a platform that reads nothing: it is under way until that changes. */
export const largeList = (name: string) =>
  plainList(name, 150_000, { padding: `of ${name} ${"and so on ".repeat(16)}` });

/** Sends are answered only once the function this answers is called. */
function heldAnswer(platform: FaultUpstream): () => void {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  platform.answer(async (request, response) => {
    if (request.method === "POST") await gate;
    healthyPlatform(request, response);
  });
  return letGo;
}
