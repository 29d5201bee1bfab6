import type { Logger } from "pino";
import type { Database } from "@/lib/db/database";
import { startTicker } from "@/lib/jobs/ticker";
import { beginNextCampaign, removeOldData } from "./demo-campaigns";
import { type SampleRecord, sampleRecords } from "./sample-records";

type DemoOptions = { db: Database; publish: (samples: readonly SampleRecord[]) => void; log: Logger };

/** Keeps a sample campaign running and the store small. Publishes the sample records at the start and when they change. */
export function startDemo({ db, publish, log }: DemoOptions) {
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
