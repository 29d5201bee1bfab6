import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export type Running = { pid: number; parent: number; command: string };

/** A process and everything it started. */
export function familyOf(pid: number): Running[] {
  const all = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n").map(running);
  const below = (parent: number): Running[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  return [...all.filter((each) => each.pid === pid), ...below(pid)];
}

function running(line: string): Running {
  const [pid, parent, ...command] = line.trim().split(/\s+/);
  return { pid: Number(pid), parent: Number(parent), command: command.join(" ") };
}

/** What processes take of the memory, shared pages divided among those that share them; undefined where Linux does not tell. */
export function memoryMb(family: readonly Running[]) {
  try {
    return family.reduce((sum, { pid }) => sum + pssKb(pid) / 1024, 0);
  } catch {
    return undefined;
  }
}

const pssKb = (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]);
