import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/** A mark that only this run of the process has, so that a reused process id is not taken for it; undefined when it is gone. */
export function startMark(pid: number): string | undefined {
  try {
    if (process.platform !== "linux") return ps("lstart=", pid) || undefined;
    const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    if (state === "Z") return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${rest[18]}`;
  } catch {
    return undefined;
  }
}

/** Whether the process works in `directory`, as every process of a PostgreSQL does in its data directory. */
export function worksIn(pid: number, directory: string) {
  try {
    if (process.platform !== "linux") return ps("command=", pid).includes(directory);
    return readlinkSync(`/proc/${pid}/cwd`) === directory;
  } catch {
    return false;
  }
}

export function isAlive(pid: number) {
  return startMark(pid) !== undefined;
}

const ps = (column: string, pid: number) =>
  execFileSync("ps", ["-o", column, "-p", String(pid)], { encoding: "utf8" }).trim();
