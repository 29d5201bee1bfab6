import type { Pool } from "pg";
import { openBackup } from "@/lib/backup/backup-file";
import { restoreBackup } from "@/lib/backup/restore-backup";
import { writeBackup } from "@/lib/backup/write-backup";
import type { ErasureRecord } from "@/lib/erasure/erasure-records";
import { emptyDatabase } from "./database/fresh-database";

export const secret = "a secret of thirty-two characters or more";

/** Restores a file into a database of its own. */
export async function restored(path: string, ownSecret = secret, erasures: readonly ErasureRecord[] = []) {
  const database = await emptyDatabase();
  const backup = await openBackup(path);
  const result = await restoreBackup({ url: database.url, secret: ownSecret, backup, erasures }).finally(backup.close);
  return { database, result };
}

/** Backs a database up and restores it into another one. */
export async function copied(url: string, path: string, ownSecret = secret) {
  const written = await writeBackup({ url, secret: ownSecret, path });
  return { written, ...(await restored(path, ownSecret)) };
}

/** Number of rows and a hash of all rows of each table. */
export async function rowSums(pool: Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('console', 'platform') and tablename <> '__drizzle_migrations' order by 1`,
  );
  const sums = rows.map(async ({ name }) => {
    const { rows: found } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(row::text, e'\\n' order by row::text), '')) as sum from ${name} as row`,
    );
    return [name, found[0]?.sum ?? ""] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}
