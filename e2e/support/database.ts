import { Client } from "pg";
import { reachEmbedded } from "../../lib/db/reach-embedded";
import type { Product } from "./product";

/** Runs `work` with a connection to a product's database. */
export async function withDatabase<Result>(
  { dataDir, databaseUrl }: Pick<Product, "dataDir" | "databaseUrl">,
  work: (client: Client) => Promise<Result>,
) {
  const client = new Client({ connectionString: databaseUrl ?? (await reachEmbedded(dataDir)).url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
