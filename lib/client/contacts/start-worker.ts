/** Starts the reading thread, or says that this browser or page allows none. */
export function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL("./list-worker.ts", import.meta.url), { type: "module" });
  } catch {
    return undefined;
  }
}
