import { writeBackup } from "@/lib/backup/write-backup";

/** Writes a backup, and kills its own process before a step. */
const [, , url = "", secret = "", path = "", killedAt] = process.argv;
let index = 0;
await writeBackup({
  ...{ url, secret, path },
  onStep() {
    if (index === Number(killedAt)) process.kill(process.pid, "SIGKILL");
    index += 1;
  },
});
