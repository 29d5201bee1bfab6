import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { familyOf } from "./memory";

const tickMs = 10;
const spinMs = 200;

export type Renderer = {
  cpuMs(): number;
  residentMb(): number;
  /** The most that was resident at once since `forgetPeak`. */
  peakMb(): number;
  forgetPeak(): void;
};

/** The process of Chromium that a page lives in, as Linux tells of it. Only one browser may be open. */
export async function rendererOf(page: Page): Promise<Renderer> {
  const all = familyOf(process.pid).filter(({ command }) => command.includes("--type=renderer"));
  const before = all.map(({ pid }) => cpuMs(pid));
  // Chromium keeps a spare one: which is the page's shows when the page works.
  await page.evaluate((ms) => {
    const untilMs = performance.now() + ms;
    while (performance.now() < untilMs);
  }, spinMs);
  const spent = all.map(({ pid }, at) => ({ pid, ms: cpuMs(pid) - (before[at] ?? 0) }));
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
    // Where that is not allowed the peak of the start counts too, which is lower than any that is measured.
  }
}

/** User and system time; behind the process's name, which may hold anything. */
function cpuMs(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

const statusMb = (pid: number, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
