import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type FullConfig } from "@playwright/test";
import { signEverybodyIn } from "./people";
import { startProduct } from "./product";

/** One product for the whole run, with a person of each role; tests that need another start their own. */
export default async function globalSetup(config: FullConfig) {
  const product = await startProduct();
  const folder = mkdtempSync(join(tmpdir(), "switchboard-signed-in-"));
  const browser = await chromium.launch(config.projects[0]?.use.launchOptions ?? {});
  try {
    if (!product.setupUrl || !product.platform) throw new Error("The product printed no first-run link or no key.");
    const cookies = await signEverybodyIn(browser, product.setupUrl);
    const file = join(folder, "product.json");
    const { origin, platform, dataDir, pid } = product;
    writeFileSync(file, JSON.stringify({ origin, platform, dataDir, pid, cookies }), { mode: 0o600 });
    process.env.E2E_PRODUCT = file;
  } catch (error) {
    await product.stop();
    throw error;
  } finally {
    await browser.close();
  }
  return async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
