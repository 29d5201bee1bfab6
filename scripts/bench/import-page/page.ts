import { plainRules } from "@/lib/contacts/plan";
import { type StartedEngine, startEngine } from "@/lib/contacts/start-engine";
import { plainReads } from "./plain-reads";

export type Method = "plain" | "papaparse" | "ours";

export type ImportBench = {
  /** Reads the chosen file. `wallMs` is the duration and `blockedMs` the longest block of the main thread. */
  run(method: Method): Promise<{ counts: readonly number[]; wallMs: number; blockedMs: number }>;
  /** Starts the engine, as our page does before a file is chosen. */
  ready(): Promise<void>;
  /** Times until the first rows are painted, and from a cancel until the check has ended. */
  waits(cancelAfterMs: number): Promise<{ previewMs: number; cancelMs: number }>;
};

const ignoreProgress = () => undefined;
const input = document.querySelector("input");
const preview = document.querySelector("table");

const chosenFile = () => {
  const file = input?.files?.[0];
  if (!file) throw new Error("No file is chosen.");
  return file;
};

const methods: Record<Method, (file: File) => Promise<readonly number[]>> = {
  plain: async (file) => {
    let bytes = 0;
    for (let read = 0; read < plainReads; read += 1)
      bytes = await countInWorker(new Worker("/plain-worker.js", { type: "module" }), file);
    return [bytes];
  },
  papaparse: async (file) => [await countInWorker(new Worker("/papaparse-worker.js", { type: "module" }), file)],
  ours: async (file) => {
    const { rows, counts } = await checkFile(startEngine(), file);
    return [rows, counts.toFix, counts.duplicate];
  },
};

function countInWorker(worker: Worker, file: File) {
  return new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
    worker.onerror = () => reject(new Error("A worker failed."));
    worker.postMessage(file);
  });
}

async function checkFile(engine: StartedEngine, file: File) {
  const report = await engine.check(await planFile(engine, file), ignoreProgress);
  if ("refusal" in report) throw new Error(report.refusal.sentence);
  return report;
}

async function planFile(engine: StartedEngine, file: File) {
  const opened = await engine.open(file, ignoreProgress);
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
let preparing: Promise<{ plan: Awaited<ReturnType<typeof planFile>>; ms: number }> | undefined;

input?.addEventListener("change", () => {
  const startedMs = performance.now();
  if (!engine) return;
  preparing = planFile(engine, chosenFile()).then(async (plan) => {
    await painted();
    return { plan, ms: performance.now() - startedMs };
  });
});

const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const bench: ImportBench = {
  async run(method) {
    const endOfWatch = watchThread();
    const startedMs = performance.now();
    const counts = await methods[method](chosenFile());
    return { counts, wallMs: performance.now() - startedMs, blockedMs: endOfWatch() };
  },

  async ready() {
    engine = startEngine();
    await engine.countries();
  },

  async waits(cancelAfterMs) {
    if (!engine || !preparing) throw new Error("No file was opened.");
    const { plan, ms } = await preparing;
    let startedMs = Number.NaN;
    setTimeout(() => {
      startedMs = performance.now();
      engine?.cancel();
    }, cancelAfterMs);
    const isEnded = await engine.check(plan, ignoreProgress).then(
      () => false,
      () => true,
    );
    return { previewMs: ms, cancelMs: isEnded ? performance.now() - startedMs : Number.NaN };
  },
};

Object.assign(window, { bench });

const probeMs = 8;

/** Watches for blocks of this thread. The returned function stops it and returns the longest block in milliseconds. */
function watchThread() {
  let longestMs = 0;
  let isOver = false;
  const addBlock = (ms: number) => {
    longestMs = Math.max(longestMs, ms);
  };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) addBlock(duration);
  });
  observer.observe({ type: "longtask" });

  // Long tasks are reported from 50 ms on. Shorter blocks show as late timers.
  let dueMs = performance.now() + probeMs;
  const preview = () => {
    const now = performance.now();
    addBlock(now - dueMs);
    dueMs = now + probeMs;
    if (!isOver) setTimeout(preview, probeMs);
  };
  setTimeout(preview, probeMs);

  return () => {
    isOver = true;
    for (const { duration } of observer.takeRecords()) addBlock(duration);
    addBlock(performance.now() - dueMs);
    observer.disconnect();
    return longestMs;
  };
}
