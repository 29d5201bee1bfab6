import { inArray } from "drizzle-orm";
import * as z from "zod/mini";
import { backupHour } from "@/lib/contract/console/backups";
import { saveSetting } from "@/lib/db/console/save-setting";
import { collectorSettingTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";

const settings = z.object({ hour: z.nullable(z.int()), keep: z.int() });
const defaults = { hour: backupHour, keep: 7 };

const run = z.object({
  /** When a leading process first looked for due backups. */
  since: z.string(),
  /** Start of the last attempt; null before the first. */
  tried_at: z.nullable(z.string()),
  /** Also true after a crash in an attempt. */
  is_running: z.boolean(),
  problem: z.nullable(z.string()),
  last: z.nullable(z.object({ at: z.string(), file: z.string(), bytes: z.int(), folder: z.optional(z.string()) })),
});

export type BackupRun = z.output<typeof run>;

const names = { settings: "backup", run: "backup run", asked: "backup asked" } as const;

/** The settings of the automatic backup, its last runs, and when an admin last asked for one. */
export async function readBackups(db: Pick<Database, "select">) {
  const rows = await db
    .select()
    .from(collectorSettingTable)
    .where(inArray(collectorSettingTable.name, Object.values(names)));
  const rowOf = (name: keyof typeof names) => rows.find((row) => row.name === names[name]);
  const { hour, keep } = settings.safeParse(rowOf("settings")?.value).data ?? defaults;
  return {
    ...{ hour, keep },
    setBy: rowOf("settings")?.setBy ?? null,
    run: run.safeParse(rowOf("run")?.value).data,
    askedAt: rowOf("asked")?.setAt,
  };
}

export const saveBackups = (db: Database, name: keyof typeof names, value: unknown, by: string) =>
  saveSetting(db, { name: names[name], value, by });

/** True from *Back up now* until an attempt begins. */
export const isBackupRequested = ({ askedAt, run: last }: Awaited<ReturnType<typeof readBackups>>) =>
  askedAt !== undefined && (!last?.tried_at || askedAt > new Date(last.tried_at));
