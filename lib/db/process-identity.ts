import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Identifies one run of a process, because process IDs are reused. Undefined if the process is gone. */
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

/** PostgreSQL processes that run in `directory` or have it as an argument. Zombies have neither. */
export function postgresProcesses(directory: string): number[] {
  if (process.platform === "linux") {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => isPostgresOf(pid, directory));
  }
  const lines = ps("pid=,command=", "-ax").split("\n");
  return lines.filter((line) => /postgres|initdb/.test(line) && line.includes(directory)).map(Number.parseFloat);
}

// Both are checked: a backend overwrites its arguments, and a new process has not changed its working directory yet.
function isPostgresOf(pid: number, directory: string) {
  try {
    if (!/^(postgres|initdb|setpriv)$/.test(statOf(pid).name)) return false;
    const args = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return args.includes(directory) || args.includes(`--pgdata=${directory}`) || workingDirectoryOf(pid) === directory;
  } catch {
    return false;
  }
}

const workingDirectoryOf = (pid: number) => readlinkSync(`/proc/${pid}/cwd`);

function statOf(pid: number) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [state, ...rest] = text.slice(text.lastIndexOf(") ") + 2).split(" ");
  return { name: text.slice(text.indexOf("(") + 1, text.lastIndexOf(")")), state, startedAt: rest[18] };
}

const ps = (columns: string, ...args: string[]) =>
  execFileSync("ps", ["-o", columns, ...args], { encoding: "utf8" }).trim();
