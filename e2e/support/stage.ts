import { type APIRequestContext, type Browser, expect, request } from "@playwright/test";
import { startFaultUpstream } from "../../lib/testing/fault-upstream";
import { healthyPlatform } from "../../lib/testing/healthy-platform";
import { cookieHeader, signEverybodyIn } from "./people";
import { startProduct } from "./product";

export type Stage = Awaited<ReturnType<typeof startStage>>;

/** A product before a platform that does what a test says, with a person of each role. */
export async function startStage(browser: Browser, env: Record<string, string> = {}) {
  const key = "stage_key_31bb77aa";
  const platform = await startFaultUpstream(healthyPlatform);
  const product = await startProduct({ VOICE_API_BASE_URL: platform.baseUrl, VOICE_API_KEY: key, ...env });
  const cookies = await signEverybodyIn(browser, product.setupUrl ?? "");
  const asker: APIRequestContext = await request.newContext({
    baseURL: product.origin,
    extraHTTPHeaders: { cookie: cookieHeader(cookies.admin), "x-switchboard": "1" },
  });
  return {
    platform,
    product,
    cookies,
    key,
    /** A platform in order that has seen nothing, and a gateway that knows it is. */
    async heal() {
      await platform.reset();
      await expect.poll(async () => (await asker.get("/api/v1/webhooks")).status()).toBe(200);
      platform.seen.length = 0;
    },
    async close() {
      await asker.dispose();
      await product.stop();
      await platform.close();
    },
  };
}
