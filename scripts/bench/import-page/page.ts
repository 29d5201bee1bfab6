import { plainRules } from "@/lib/contacts/plan";
import { type StartedEngine, startEngine } from "@/lib/contacts/start-engine";
import { plainReads } from "./plain-reads";

export type Method = "plain" | "papaparse" | "ours";

export type ImportBench = {
  /** Reads the chosen file whole, and tells what it counted, the time, and the longest that this thread stood still. */
  run(method: Method): Promise<{ counted: readonly number[]; wallMs: number; blockedMs: number }>;
  /** Starts the engine, as our own page does before a file is chosen. */
  ready(): Promise<void>;
  /** From a file's choice until its first rows are painted, and from a cancel until the check that it ends is over. */
  waits(cancelAfterMs: number): Promise<{ previewMs: number; cancelMs: number }>;
};

const nothing = () => undefined;
const input = document.querySelector("input");
const preview = document.querySelector("table");

const chosen = () => {
  const file = input?.files?.[0];
  if (!file) throw new Error("No file is chosen.");
  return file;
};

const methods: Record<Method, (file: File) => Promise<readonly number[]>> = {
  plain: async (file) => {
    let bytes = 0;
    for (let read = 0; read < plainReads; read += 1)
      bytes = await counted(new Worker("/plain-worker.js", { type: "module" }), file);
    return [bytes];
  },
  papaparse: async (file) => [await counted(new Worker("/papaparse-worker.js", { type: "module" }), file)],
  ours: async (file) => {
    const { rows, counts } = await checked(startEngine(), file);
    return [rows, counts.toFix, counts.duplicate];
  },
};

function counted(worker: Worker, file: File) {
  return new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
    worker.onerror = () => reject(new Error("A worker failed."));
    worker.postMessage(file);
  });
}

async function checked(engine: StartedEngine, file: File) {
  const report = await engine.check(await planned(engine, file), nothing);
  if ("refusal" in report) throw new Error(report.refusal.sentence);
  return report;
}

async function planned(engine: StartedEngine, file: File) {
  const opened = await engine.open(file, nothing);
  if (opened.kind === "refused") throw new Error(opened.refusal.sentence);
  if (preview) preview.replaceChildren(...opened.preview.rows.map(({ cells }) => rowOf(cells)));
  return { format: opened.format, mapping: opened.preview.mapping, rules: plainRules, edits: new Map() };
}

function rowOf(cells: readonly string[]) {
  const row = document.createElement("tr");
  row.append(...cells.map((text) => Object.assign(document.createElement("td"), { textContent: text })));
  return row;
}

let engine: StartedEngine | undefined;
let preparing: Promise<{ plan: Awaited<ReturnType<typeof planned>>; ms: number }> | undefined;

input?.addEventListener("change", () => {
  const since = performance.now();
  if (!engine) return;
  preparing = planned(engine, chosen()).then(async (plan) => {
    await painted();
    return { plan, ms: performance.now() - since };
  });
});

const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const bench: ImportBench = {
  async run(method) {
    const endOfWatch = watchThread();
    const since = performance.now();
    const found = await methods[method](chosen());
    return { counted: found, wallMs: performance.now() - since, blockedMs: endOfWatch() };
  },

  async ready() {
    engine = startEngine();
    await engine.countries();
  },

  async waits(cancelAfterMs) {
    if (!engine || !preparing) throw new Error("No file was opened.");
    const { plan, ms } = await preparing;
    let since = Number.NaN;
    setTimeout(() => {
      since = performance.now();
      engine?.cancel();
    }, cancelAfterMs);
    const isEnded = await engine.check(plan, nothing).then(
      () => false,
      () => true,
    );
    return { previewMs: ms, cancelMs: isEnded ? performance.now() - since : Number.NaN };
  },
};

Object.assign(window, { bench });

const probeMs = 8;

/** Notes how long this thread stands still; what it answers ends that and gives the longest time. */
function watchThread() {
  let longestMs = 0;
  let isOver = false;
  const note = (ms: number) => {
    longestMs = Math.max(longestMs, ms);
  };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) note(duration);
  });
  observer.observe({ type: "longtask" });

  // Long tasks are told from 50 ms on; shorter stops show in how late a timer is.
  let dueMs = performance.now() + probeMs;
  const preview = () => {
    const now = performance.now();
    note(now - dueMs);
    dueMs = now + probeMs;
    if (!isOver) setTimeout(preview, probeMs);
  };
  setTimeout(preview, probeMs);

  return () => {
    isOver = true;
    for (const { duration } of observer.takeRecords()) note(duration);
    note(performance.now() - dueMs);
    observer.disconnect();
    return longestMs;
  };
}
