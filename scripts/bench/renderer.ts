import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { familyOf } from "./memory";

const tickMs = 10;
const spinMs = 200;

export type Renderer = {
  cpuMs(): number;
  residentMb(): number;
  /** Peak resident memory since `forgetPeak`. */
  peakMb(): number;
  forgetPeak(): void;
};

/** Chromium's renderer process of a page, only on Linux. Only one browser can be open. */
export async function rendererOf(page: Page): Promise<Renderer> {
  const all = familyOf(process.pid).filter(({ command }) => command.includes("--type=renderer"));
  const before = all.map(({ pid }) => cpuMs(pid));
  // Chromium keeps a spare renderer. The page's own is the one that becomes busy.
  await page.evaluate((ms) => {
    const untilMs = performance.now() + ms;
    while (performance.now() < untilMs);
  }, spinMs);
  const spent = all.map(({ pid }, index) => ({ pid, ms: cpuMs(pid) - (before[index] ?? 0) }));
  const busiest = spent.sort((one, other) => other.ms - one.ms)[0];
  if (!busiest || busiest.ms < spinMs / 8) throw new Error("The page's own process was not found.");
  const { pid } = busiest;
  return {
    cpuMs: () => cpuMs(pid),
    residentMb: () => statusMb(pid, "VmRSS"),
    peakMb: () => statusMb(pid, "VmHWM"),
    forgetPeak: () => forgetPeak(pid),
  };
}

function forgetPeak(pid: number) {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // If this is not allowed, the peak of the start counts, too. It is lower than any measured one.
  }
}

/** User and system time. The fields follow the process's name, which can contain any character. */
function cpuMs(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

const statusMb = (pid: number, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
