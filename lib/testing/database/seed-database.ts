import type { Database } from "@/lib/db/database";
import { addNeighbour, neighbour } from "@/lib/testing/neighbour-organization";
import { registerKey } from "@/platform/http/keys";
import { seed, seeded } from "@/platform/seed/seed";

export const fernhillKey = "fh_test_4f9c1d7e2b";
export const neighbourKey = "md_test_8a3e6b0c5d";

/** Fills a migrated database with the seeded organization and its neighbour, and one key of each. */
export async function seedDatabase(db: Database) {
  await seed(db);
  await db.transaction(addNeighbour);
  await registerKey(db, { id: seeded.organization }, fernhillKey);
  await registerKey(db, { id: neighbour.organization }, neighbourKey);
}
