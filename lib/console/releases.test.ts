import { join } from "node:path";
import { expect, test } from "vitest";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { createPasswords } from "@/lib/auth/passwords";
import { writeBackup } from "@/lib/backup/write-backup";
import { listTeam } from "@/lib/contract/console/people/team";
import { consoleMigrations, ownMigrations } from "@/lib/db/migrate";
import { restored } from "@/lib/testing/backup";
import { freshConsole, personWith } from "@/lib/testing/console";
import { seededDatabase } from "@/lib/testing/database/fresh-database";
import { dumpAdmin, dumpSecret, releaseDumps } from "@/lib/testing/database/release-dumps";
import { recordSends } from "@/lib/testing/record-sends";
import { testFolder } from "@/lib/testing/test-folder";

/** A dump of today's tables, so that the test has one before the first release. */
async function todaysDump() {
  const database = await seededDatabase();
  const { console } = await freshConsole({
    database,
    secret: dumpSecret,
    passwords: createPasswords(),
    admin: dumpAdmin,
  });
  await recordSends(console, 2);
  const path = join(testFolder("backup"), "today.zip");
  await writeBackup({ url: database.url, secret: dumpSecret, path });
  return { version: "today", path };
}

test.each([await todaysDump(), ...releaseDumps()])(
  "migrates the data of version $version and goes on with it",
  async ({ path }) => {
    const { database, result } = await restored(path, dumpSecret);
    expect(result.audit.fault).toBeUndefined();
    const { rows } = await database.pool.query("select count(*)::int as applied from console.__drizzle_migrations");
    expect(rows).toEqual([{ applied: ownMigrations(consoleMigrations).length }]);
    const { console, run, signIn } = await freshConsole({ database, secret: dumpSecret, passwords: createPasswords() });
    expect((await signIn(dumpAdmin.email, dumpAdmin.password)).status).toBe(200);
    expect(await run(listTeam, {}, personWith("admin"))).toMatchObject({ data: [{ email: dumpAdmin.email }] });
    await recordSends(console, 1);
    expect(await verifyAudit(database.db, auditKeyOf(dumpSecret))).toMatchObject({ fault: undefined });
  },
);
