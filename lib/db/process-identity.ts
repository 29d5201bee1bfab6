import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A mark that only this run of the process has, so that a reused process id is not taken for it; undefined when it is gone. */
export function startMark(pid: number): string | undefined {
  try {
    if (process.platform !== "linux") return ps("lstart=", "-p", String(pid)) || undefined;
    const { state, startedAt } = statOf(pid);
    if (state === "Z") return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${startedAt}`;
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number) {
  return startMark(pid) !== undefined;
}

/** PostgreSQL's processes that work in `directory` or were told to. A zombie is none: it has neither place nor arguments. */
export function postgresProcesses(directory: string): number[] {
  if (process.platform === "linux") {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => isPostgresOf(pid, directory));
  }
  const lines = ps("pid=,command=", "-ax").split("\n");
  return lines.filter((line) => /postgres|initdb/.test(line) && line.includes(directory)).map(Number.parseFloat);
}

// A backend writes over its arguments but works in the directory; one that has only just begun has not gone there yet.
function isPostgresOf(pid: number, directory: string) {
  try {
    if (!/^(postgres|initdb|setpriv)$/.test(statOf(pid).name)) return false;
    const given = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return given.includes(directory) || given.includes(`--pgdata=${directory}`) || placeOf(pid) === directory;
  } catch {
    return false;
  }
}

const placeOf = (pid: number) => readlinkSync(`/proc/${pid}/cwd`);

function statOf(pid: number) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [state, ...rest] = text.slice(text.lastIndexOf(") ") + 2).split(" ");
  return { name: text.slice(text.indexOf("(") + 1, text.lastIndexOf(")")), state, startedAt: rest[18] };
}

const ps = (columns: string, ...which: string[]) =>
  execFileSync("ps", ["-o", columns, ...which], { encoding: "utf8" }).trim();
