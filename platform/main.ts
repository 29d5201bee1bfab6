import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Logger, pino } from "pino";
import { knownEvents } from "@/lib/contract/api/webhooks";
import { type Database, openDatabase } from "@/lib/db/database";
import { errorForLog } from "@/lib/db/error-for-log";
import { migrate, platformMigrations } from "@/lib/db/migrate";
import { readEnv } from "@/lib/env";
import { hookPath, tokenForKey } from "@/lib/hook-token";
import { followDatabaseClock } from "@/lib/jobs/database-clock";
import { startTicker } from "@/lib/jobs/ticker";
import { onStopRequest } from "@/lib/stop-request";
import { createDeliveryScenes } from "@/platform/demo/delivery-scenes";
import { beginNextCampaign, removeOldData } from "@/platform/demo/demo-campaigns";
import { type SampleRecord, sampleRecords } from "@/platform/demo/sample-records";
import { registerKey } from "@/platform/http/keys";
import { seeded } from "@/platform/seed/ids";
import { seed } from "@/platform/seed/seed";
import { webhookTable } from "@/platform/tables/webhooks";
import { createPlatform } from "./platform";

/** The local platform's process. Needs DATABASE_URL, SWITCHBOARD_PLATFORM_PORT and SWITCHBOARD_PLATFORM_KEY. */
async function main() {
  let stop = (): void => process.exit(0);
  await onStopRequest(() => stop());
  const { databaseUrl, platformPort, platformKey, logLevel, host, port } = readEnv();
  if (!databaseUrl) throw new Error("DATABASE_URL must be set for the local platform.");
  if (!platformKey) throw new Error("SWITCHBOARD_PLATFORM_KEY must be set for the local platform.");

  const { db, pool, close } = openDatabase(databaseUrl);
  await migrate(pool, platformMigrations);
  await seed(db);
  const ownReceiver = `http://${ownHost(host)}:${port}${hookPath(tokenForKey(platformKey))}`;
  await keepConsoleWebhook(db, ownReceiver);
  await registerKey(db, { id: seeded.organization }, platformKey);

  const log = pino({
    level: logLevel === "info" ? "warn" : logLevel,
    name: "platform",
    serializers: { err: errorForLog },
  });
  const clockTicker = await followDatabaseClock(pool, log);
  const startedMs = performance.now();
  const answerDelivery = createDeliveryScenes(() => performance.now() - startedMs);
  const platform = createPlatform({ db, log, answerDelivery, ownReceiver, waitForReadMs });
  const address = await platform.listen(platformPort ?? 0);
  // The callback takes the error of a starter that is gone, which ends this process on its own.
  const publish = (samples: readonly SampleRecord[]) =>
    void process.send?.({ samples }, undefined, undefined, () => {});
  const demo = startDemo({ db, publish, log });

  const end = async () => {
    await demo.stop();
    await platform.close();
    await clockTicker.stop();
    await close();
    process.exit(0);
  };
  stop = () => void end();
  process.send?.({ ready: { address } });
}

/** Until the console reads the log, so that it watches every delivery of the demo from its first attempt. */
const waitForReadMs = 30_000;

const ownHost = (host: string) =>
  /^(0\.0\.0\.0|::)$/.test(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});

type DemoOptions = { db: Database; publish: (samples: readonly SampleRecord[]) => void; log: Logger };

/** Keeps a sample campaign running and the store small. Publishes the sample records at the start and when they change. */
function startDemo({ db, publish, log }: DemoOptions) {
  let published = "";

  async function run() {
    await beginNextCampaign(db);
    await removeOldData(db);
    const samples = await sampleRecords(db);
    const text = JSON.stringify(samples);
    if (text === published) return;
    published = text;
    publish(samples);
  }

  const first = run().catch((err: unknown) => log.warn({ err }, "the demo starts later"));
  const ticker = startTicker({ name: "the demo", everyMs: 5_000, run, log });
  return {
    async stop() {
      await first;
      await ticker.stop();
    },
  };
}

/** Keeps a webhook for the console beside this platform, so that its events arrive there. Its port can have changed. */
async function keepConsoleWebhook(db: Database, url: string): Promise<void> {
  await db
    .insert(webhookTable)
    .values({
      ...{ id: seeded.consoleWebhook, organization_id: seeded.organization, url, events: [...knownEvents] },
      ...{ status: "active", secret: `whsec_${randomBytes(32).toString("base64")}` },
    })
    .onConflictDoUpdate({ target: webhookTable.id, set: { url: sql`excluded.url` } });
}
