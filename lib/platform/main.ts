import { eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { type Database, openDatabase } from "@/lib/db/database";
import { errorForLog } from "@/lib/db/error-for-log";
import { migrate, platformMigrations } from "@/lib/db/migrate";
import { readEnv } from "@/lib/env";
import { followDatabaseClock } from "@/lib/jobs/database-clock";
import { registerKey } from "@/lib/platform/http/keys";
import { seed, seeded } from "@/lib/platform/seed/seed";
import { onStopRequest } from "@/lib/stop-request";
import { createPlatform } from "./platform";
import { callTable } from "./tables/calls";
import { campaignTable } from "./tables/campaigns";
import { toolTable } from "./tables/tools";
import { workflowTable } from "./tables/workflows";

/** The local platform's process. Needs DATABASE_URL, SWITCHBOARD_PLATFORM_PORT and SWITCHBOARD_PLATFORM_KEY. */
async function main() {
  let stop = (): void => process.exit(0);
  await onStopRequest(() => stop());
  const { databaseUrl, platformPort, platformKey, logLevel } = readEnv();
  if (!databaseUrl) throw new Error("DATABASE_URL must be set for the local platform.");
  if (!platformKey) throw new Error("SWITCHBOARD_PLATFORM_KEY must be set for the local platform.");

  const { db, pool, close } = openDatabase(databaseUrl);
  await migrate(pool, platformMigrations);
  await seed(db);
  await registerKey(db, { id: seeded.organization }, platformKey);

  const log = pino({
    level: logLevel === "info" ? "warn" : logLevel,
    name: "platform",
    serializers: { err: errorForLog },
  });
  const clockTicker = await followDatabaseClock(pool, log);
  const platform = createPlatform({ db, log });
  const address = await platform.listen(platformPort ?? 0);

  const end = async () => {
    await platform.close();
    await clockTicker.stop();
    await close();
    process.exit(0);
  };
  stop = () => void end();
  process.send?.({ ready: { address, examples: await examples(db) } });
}

/** Seeded records of resources that the platform does not list, so that people can open one. */
async function examples(db: Database) {
  const rows = await Promise.all([
    db
      .select({ id: campaignTable.id, name: campaignTable.name })
      .from(campaignTable)
      .where(eq(campaignTable.id, seeded.campaigns.running)),
    db
      .select({ id: workflowTable.ref, name: workflowTable.name })
      .from(workflowTable)
      .where(eq(workflowTable.ref, seeded.workflows.renewal)),
    db
      .select({ id: callTable.id, name: sql<string>`'Call with ' || ${callTable.customer_name}` })
      .from(callTable)
      .where(eq(callTable.id, seeded.calls.ended)),
    db.select({ id: toolTable.id, name: toolTable.name }).from(toolTable).where(eq(toolTable.id, seeded.tools.lookup)),
  ]);
  return ["campaigns", "workflows", "calls", "tools"].flatMap((resource, index) =>
    (rows[index] ?? []).map((row) => ({ resource, ...row })),
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
