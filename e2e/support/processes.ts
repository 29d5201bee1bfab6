import { execFileSync } from "node:child_process";

export const parts = ["launcher", "supervisor", "postmaster", "platform", "app"] as const;
export type Part = (typeof parts)[number];

type Process = { pid: number; parent: number; command: string };

/** Process IDs of a running or starting product. Parts that have not started are missing. */
export function processesOf(launcher: number): Partial<Record<Part, number>> {
  const all = running();
  const below = (pid: number | undefined, program: RegExp) =>
    all.find((each) => each.parent === pid && program.test(each.command))?.pid;
  const supervisor = below(launcher, /\/supervisor\.js/);
  const found = {
    launcher,
    supervisor,
    postmaster: supervisor && below(supervisor, /\/(postgres|initdb) /),
    platform: below(launcher, /\/platform\.js/),
    app: below(launcher, /\/server\.js/),
  };
  return Object.fromEntries(Object.entries(found).filter(([, pid]) => pid !== undefined));
}

/** All processes that were started for `dataDir`, including orphans. */
export const leftOn = (dataDir: string) =>
  running().filter(({ command }) => command.includes(dataDir) && !/^ps /.test(command));

export function killNow(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended.
  }
}

function running(): Process[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
