import { mkdtempSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { startEmbedded } from "../../lib/db/embedded";
import { startFaultUpstream } from "../../lib/testing/fault-upstream";
import { healthyPlatform } from "../../lib/testing/healthy-platform";
import { password, people } from "./people";
import { startProduct } from "./product";

export const replicaSecret = "replicas_secret_of_thirty_two_characters";

export type ReplicaStage = Awaited<ReturnType<typeof openReplicaStage>>;

/** One database and one platform for several replicas of the product. */
export async function openReplicaStage() {
  const directory = mkdtempSync(join(tmpdir(), "switchboard-replicas-"));
  const postgres = await startEmbedded(directory, { fsync: "off" });
  const sql = new Client({ connectionString: postgres.url });
  await sql.connect();
  /** The platform's webhook log, and when it was last returned. */
  const log = { entries: [] as Record<string, unknown>[], answeredMs: 0 };
  const platform = await startFaultUpstream(slowPlatform(log));

  return {
    ...{ databaseUrl: postgres.url, sql, platform, log },

    /** Starts a replica. Its name is part of its platform address. */
    start: (name: string, env: Record<string, string> = {}) =>
      startProduct({
        DATABASE_URL: postgres.url,
        SWITCHBOARD_SECRET: replicaSecret,
        VOICE_API_BASE_URL: `${platform.baseUrl}/${name}`,
        VOICE_API_KEY: "replicas_key_5c1f",
        SWITCHBOARD_ADMIN_EMAIL: people.admin.email,
        SWITCHBOARD_ADMIN_PASSWORD: password,
        LOG_LEVEL: "fatal",
        ...env,
      }),

    /** Adds entries to the platform's log, and an attempt to an old entry. */
    grow(count: number) {
      const [old] = log.entries;
      if (old) old.attempts = Number(old.attempts) + 1;
      for (let nth = 0; nth < count; nth += 1) log.entries.push(newEntry(log.entries.length));
    },

    storedEntries: async () =>
      (await sql.query("select count(*)::int as rows from console.delivery")).rows[0]?.rows as number,

    logReads: (name: string) =>
      platform.seen.filter(({ url }) => url.startsWith(`/${name}/`) && url.includes("/webhooks/logs")).length,

    async close() {
      await sql.end();
      await postgres.stop();
      await platform.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Answers reads of the log and pauses so slowly that a kill can interrupt them. */
function slowPlatform(log: { entries: unknown[]; answeredMs: number }): RequestListener {
  return (request, response) => {
    if (request.url?.includes("/pause")) return void setTimeout(() => healthyPlatform(request, response), 400);
    if (!request.url?.includes("/webhooks/logs")) return healthyPlatform(request, response);
    const body = JSON.stringify({ success: true, data: log.entries });
    setTimeout(() => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(body);
      log.answeredMs = performance.now();
    }, 250);
  };
}

const newEntry = (nth: number) => ({
  id: `d_${nth}`,
  webhook_id: "w_1",
  event: "call.ended",
  status: "failed",
  attempts: 1,
  delivered_at: null,
});
