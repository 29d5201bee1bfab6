import type { Logger } from "pino";
import type { Database } from "@/lib/db/database";
import { startTicker } from "@/lib/jobs/ticker";
import { beginNextCampaign, removeOldData } from "./demo-campaigns";
import { type SampleRecord, sampleRecords } from "./sample-records";

type DemoOptions = { db: Database; tell: (samples: readonly SampleRecord[]) => void; log: Logger };

/** Keeps a sample campaign running and the store small. Tells the list of sample records at the start and when it changes. */
export function startDemo({ db, tell, log }: DemoOptions) {
  let told = "";

  async function run() {
    await beginNextCampaign(db);
    await removeOldData(db);
    const samples = await sampleRecords(db);
    const text = JSON.stringify(samples);
    if (text === told) return;
    told = text;
    tell(samples);
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
