import { type APIRequestContext, expect, request } from "@playwright/test";
import { startFaultUpstream } from "../../lib/testing/fault-upstream";
import { healthyPlatform } from "../../lib/testing/healthy-platform";
import { cookieHeader, signEverybodyIn } from "./people";
import { startProduct } from "./product";
import { startMailServer } from "./receivers";

/** Has characters that each encoding writes differently, which makes the test of leaks a hard one. */
const key = 'sk_canary/aB3+xY=Z9"q\\tR5wQ7';

export type Stage = Awaited<ReturnType<typeof startStage>>;

/** Starts a product on a platform that the test controls, with a person of each role. */
export async function startStage(env: Record<string, string> = {}, healthy = healthyPlatform) {
  const platform = await startFaultUpstream(healthy);
  const mailServer = await startMailServer();
  const product = await startProduct({
    VOICE_API_BASE_URL: platform.baseUrl,
    VOICE_API_KEY: key,
    SMTP_URL: mailServer.url,
    SMTP_FROM: "switchboard@fernhill.example",
    SWITCHBOARD_ALLOW_PRIVATE_HOSTS: "1",
    ...env,
  });
  const cookies = await signEverybodyIn(product.setupUrl ?? "");
  const asker: APIRequestContext = await request.newContext({
    baseURL: product.origin,
    // An idle connection may be closed just when it is used again.
    extraHTTPHeaders: { cookie: cookieHeader(cookies.admin), "x-switchboard": "1", connection: "close" },
  });
  return {
    platform,
    product,
    cookies,
    key,
    /** Every mail that the product sent, as text. */
    mails: mailServer.mails,
    /** Restores a healthy platform, waits until the gateway's circuit breaker is closed, and forgets past requests. */
    async heal() {
      await platform.reset();
      await expect.poll(async () => (await asker.get("/api/v1/webhooks")).status()).toBe(200);
      platform.seen.length = 0;
    },
    async close() {
      await asker.dispose();
      await product.stop();
      await Promise.all([platform.close(), mailServer.close()]);
    },
  };
}
