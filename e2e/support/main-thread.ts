import type { Browser, Page } from "@playwright/test";

type TraceEvent = { name: string; pid: number; tid: number; dur?: number; tdur?: number; args?: { name?: string } };

export type Blocks = { longestMs: number; longestOwnMs: number };

/**
 * Records the page's main thread. The returned function resolves to the longest task, in elapsed time and in processor time,
 * which other work on the machine does not lengthen.
 */
export async function watchMainThread(browser: Browser, page: Page): Promise<() => Promise<Blocks>> {
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  return async () => {
    const trace = (await browser.stopTracing()).toString("utf8");
    const { traceEvents } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] };
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const mains = new Set(
      traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain").map(threadOf),
    );
    const tasks = traceEvents.filter((event) => event.name === "RunTask" && mains.has(threadOf(event)));
    const longest = (key: "dur" | "tdur") =>
      Math.round(tasks.reduce((most, task) => Math.max(most, task[key] ?? 0), 0) / 1_000);
    return { longestMs: longest("dur"), longestOwnMs: longest("tdur") };
  };
}
