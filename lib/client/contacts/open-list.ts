import { Problem } from "@/lib/contract/problem";
import type { WorkerSaid } from "./list-worker";
import { type ReadList, readList } from "./read-list";
import { startWorker } from "./start-worker";

type Reading = { onProgress: (readBytes: number) => void; signal: AbortSignal };

/** Reads a contact list on a thread of its own; where the browser allows none, here, in turns with the page. */
export async function openList(file: File, { onProgress, signal }: Reading): Promise<ReadList> {
  const worker = startWorker();
  if (!worker) return readHere(file, { onProgress, signal });
  try {
    return await new Promise<ReadList>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.onerror = () => resolve(readHere(file, { onProgress, signal }));
      worker.onmessage = ({ data }: MessageEvent<WorkerSaid>) => {
        if (data.kind === "progress") onProgress(data.readBytes);
        else if (data.kind === "done") resolve(data.list);
        else reject(new Problem("bad_input", data.sentence));
      };
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}

const turnMs = 12;

function readHere(file: File, { onProgress, signal }: Reading) {
  let since = performance.now();
  const rest = async () => {
    if (performance.now() - since < turnMs) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
  return readList(file, { onProgress, signal, rest });
}
