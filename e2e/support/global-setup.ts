import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@/lib/db/embedded";
import { signEverybodyIn } from "./people";
import { startProduct } from "./product";

/** Starts one PostgreSQL for the run, and one product on the demo platform with a person of each role. */
export default async function globalSetup() {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-run-"));
  const postgres = await startEmbedded(folder, { fsync: "off", max_connections: "300" });
  const end = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  process.env.E2E_POSTGRES = postgres.url;
  try {
    const product = await startProduct();
    const file = join(folder, "product.json");
    const { origin, platform, dataDir, databaseUrl, pid } = product;
    if (!product.setupUrl || !platform) throw new Error("The product printed no first-run link or no key.");
    const cookies = await signEverybodyIn(product.setupUrl);
    writeFileSync(file, JSON.stringify({ origin, platform, dataDir, databaseUrl, pid, cookies }), { mode: 0o600 });
    process.env.E2E_PRODUCT = file;
    return async () => {
      await product.stop();
      await end();
    };
  } catch (error) {
    await end();
    throw error;
  }
}
