import { once } from "node:events";
import { asc, eq, gt } from "drizzle-orm";
import type { Logger } from "pino";
import { saveSetting } from "@/lib/db/console/save-setting";
import { auditHeadTable, auditTable } from "@/lib/db/console/tables/audit";
import { collectorSettingTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { startTicker } from "@/lib/jobs/ticker";
import { formatLine } from "./line-format";

/** The buffered output of the process. "drain": all of it was written. "drop": its buffer was full, and a text left out. */
export type Output = NodeJS.EventEmitter & { write: (text: string) => unknown };

type Options = {
  db: Database;
  output: Output;
  /** Names this process in its lines. */
  replica: string;
  log: Pick<Logger, "warn">;
  /** How often lines of other processes are looked for, such as those of a command. */
  everyMs?: number;
};

export type LineWriter = ReturnType<typeof createLineWriter>;

const name = "audit output";
const batchSize = 50;
const longestStopMs = 1_000;

/**
 * Writes the audit log to the output, each line at least once. The database holds the last line that was written, for all
 * replicas. So a full or closed output, or a killed process, delays lines and loses none. Nothing waits for it.
 */
export function createLineWriter({ db, output, replica, log, everyMs = 5_000 }: Options) {
  let running: Promise<unknown> | undefined;
  let isDue = false;

  async function writeAll() {
    do {
      isDue = false;
      while ((await writeBatch()) === batchSize);
    } while (isDue);
  }

  async function writeBatch() {
    const rows = await db
      .select()
      .from(auditTable)
      .where(gt(auditTable.id, (await progressOf(db)).written))
      .orderBy(asc(auditTable.id))
      .limit(batchSize);
    const last = rows.at(-1)?.id;
    if (last === undefined) return 0;
    await writeOut(output, rows.map((row) => `${formatLine(row, replica)}\n`).join(""));
    await saveSetting(db, { name, value: last, by: replica });
    return rows.length;
  }

  function write() {
    isDue = true;
    running ??= writeAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  const ticker = startTicker({ name: "the audit output", everyMs, run: write, log });

  return {
    /** Call it after a commit. Never waits and never throws: the ticker repeats what failed. */
    onAppend: () => void write().catch(() => undefined),
    /** Lines that are stored and not written yet. */
    async countWaiting() {
      const { written, head } = await progressOf(db);
      return head - written;
    },
    /** Does not wait for a full output. */
    stop: () =>
      Promise.race([
        Promise.allSettled([write(), ticker.stop()]),
        new Promise((resolve) => setTimeout(resolve, longestStopMs).unref()),
      ]),
  };
}

async function writeOut(output: Output, text: string) {
  const drained = once(output, "drain");
  let isDropped = false;
  const onDrop = () => {
    isDropped = true;
  };
  output.once("drop", onDrop);
  output.write(text);
  output.off("drop", onDrop);
  await drained;
  if (isDropped) throw new Error("The output is not read, and its buffer is full.");
}

/** A log that ends before the last written line is another one, and is written from its beginning. */
async function progressOf(db: Database) {
  const [row] = await db.select().from(collectorSettingTable).where(eq(collectorSettingTable.name, name));
  const [end] = await db.select({ id: auditHeadTable.lastId }).from(auditHeadTable);
  const [written, head] = [Number(row?.value ?? 0), end?.id ?? 0];
  return { written: written > head ? 0 : written, head };
}
