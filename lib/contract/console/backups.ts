import { ownAnswer } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";

/** Hour of the daily backup, in UTC, unless an admin once chose another. */
export const backupHour = 3;

export type Backups = {
  /** Hour of the day, in UTC; null if none are made automatically. */
  hour: number | null;
  /** Number of files to keep. */
  keep: number;
  set_by: string | null;
  /** The last complete one; null before the first. `folder` is missing for one of an earlier version. */
  last: { at: string; file: string; bytes: number; folder?: string | undefined } | null;
  /** Where this process would write one, and whether the database lies there too; null if it writes none. */
  place: { folder: string; is_beside_data: boolean } | null;
  /** The file with the secret; null if it comes from the environment. */
  secret_file: string | null;
  /** Why the last attempt failed; null if it did not. */
  problem: string | null;
  /** True while one is made, and from *Back up now* on. */
  is_running: boolean;
};

export const getBackups = operation({
  id: "backups.get",
  label: "See when the last backup was made",
  method: "GET",
  path: "/console/backups",
  output: ownAnswer<Backups>(),
  allow: ["admin"],
});

export const setBackups = operation({
  id: "backups.set",
  label: "Change when backups are made",
  phrase: "change when backups are made",
  method: "POST",
  path: "/console/backups",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

export const makeBackup = operation({
  id: "backups.make",
  label: "Make a backup",
  method: "POST",
  path: "/console/backups/now",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});
