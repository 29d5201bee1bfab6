import type { Browser } from "@playwright/test";
import { cookieHeader, type SignedIn, signEverybodyIn } from "@/e2e/support/people";
import { startProduct } from "@/e2e/support/product";
import { type PlainSite, startPlainSite } from "./plain-site";
import { afterwards } from "./tidy";

export type Stage = { browser: Browser; cookies: SignedIn["admin"]; origin: string; plain: PlainSite };

/** A product with somebody signed in and something in its audit. */
export async function signedInStage(browser: Browser, env: Record<string, string> = {}): Promise<Stage> {
  const product = await startProduct(env);
  afterwards(product.stop);
  if (!product.setupUrl) throw new Error("The product printed no first-run link.");
  const { admin } = await signEverybodyIn(browser, product.setupUrl);
  const plain = await startPlainSite();
  const stage = { browser, cookies: admin, origin: product.origin, plain };
  for (let each = 0; each < 40; each += 1)
    await fetch(`${product.origin}/api/v1/tools/tool-${each}`, { method: "DELETE", headers: ownHeaders(stage) });
  return stage;
}

/** What our own page sends along, for requests made without a browser. */
export const ownHeaders = ({ cookies }: Stage) => ({
  cookie: cookieHeader(cookies),
  "sec-fetch-site": "same-origin",
  "x-switchboard": "1",
});
