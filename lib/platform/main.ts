import { pino } from "pino";
import { openDatabase } from "@/lib/db/database";
import { migrate, platformMigrations } from "@/lib/db/migrate";
import { readEnv } from "@/lib/env";
import { registerKey } from "@/lib/platform/http/keys";
import { seed, seeded } from "@/lib/platform/seed/seed";
import { createPlatform } from "./platform";

/** The local platform as a process: DATABASE_URL, SWITCHBOARD_PLATFORM_PORT and SWITCHBOARD_PLATFORM_KEY are given. */
async function main() {
  const { databaseUrl, platformPort, platformKey, logLevel } = readEnv();
  if (!databaseUrl) throw new Error("DATABASE_URL must be set for the local platform.");
  if (!platformKey) throw new Error("SWITCHBOARD_PLATFORM_KEY must be set for the local platform.");

  const { db, pool, close } = openDatabase(databaseUrl);
  await migrate(pool, platformMigrations);
  await seed(db);
  await registerKey(db, { id: seeded.organization }, platformKey);

  const log = pino({ level: logLevel === "info" ? "warn" : logLevel, name: "platform" });
  const platform = createPlatform({ db, log });
  const address = await platform.listen(platformPort ?? 0);

  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await platform.close();
    await close();
    process.exit(0);
  };
  for (const reason of ["SIGTERM", "SIGINT", "disconnect"]) process.on(reason, end);
  process.send?.({ ready: { address, examples } });
}

/** Seeded records of which the API has no list: somebody must name one to be opened. */
const examples = {
  campaigns: seeded.campaigns.running,
  workflows: seeded.workflows.renewal,
  calls: seeded.calls.live,
  tools: seeded.tools.lookup,
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
