import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export type RunningProcess = { pid: number; parent: number; command: string };

/** A process and all its descendants. */
export function familyOf(pid: number): RunningProcess[] {
  const all = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n").map(parseProcess);
  const below = (parent: number): RunningProcess[] =>
    all.filter((child) => child.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter((candidate) => candidate.pid === pid), ...below(pid)];
}

function parseProcess(line: string): RunningProcess {
  const [pid, parent, ...command] = line.trim().split(/\s+/);
  return { pid: Number(pid), parent: Number(parent), command: command.join(" ") };
}

/** Proportional memory (PSS) of processes in MB. Undefined if the system does not report it. */
export function memoryMb(family: readonly RunningProcess[]) {
  try {
    return family.reduce((sum, { pid }) => sum + pssKb(pid) / 1024, 0);
  } catch {
    return undefined;
  }
}

const pssKb = (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]);
