import { type APIRequestContext, expect, request } from "@playwright/test";
import { startFaultUpstream } from "../../lib/testing/fault-upstream";
import { healthyPlatform } from "../../lib/testing/healthy-platform";
import { cookieHeader, signEverybodyIn } from "./people";
import { startProduct } from "./product";

export type Stage = Awaited<ReturnType<typeof startStage>>;

/** Starts a product on a platform that the test controls, with a person of each role. */
export async function startStage(env: Record<string, string> = {}) {
  const key = "stage_key_31bb77aa";
  const platform = await startFaultUpstream(healthyPlatform);
  const product = await startProduct({ VOICE_API_BASE_URL: platform.baseUrl, VOICE_API_KEY: key, ...env });
  const cookies = await signEverybodyIn(product.setupUrl ?? "");
  const asker: APIRequestContext = await request.newContext({
    baseURL: product.origin,
    extraHTTPHeaders: { cookie: cookieHeader(cookies.admin), "x-switchboard": "1" },
  });
  return {
    platform,
    product,
    cookies,
    key,
    /** Restores a healthy platform, waits until the gateway's circuit breaker is closed, and forgets past requests. */
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
