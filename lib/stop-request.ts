import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Calls `stop` once: at a stop signal, or when the parent process is gone, even if it was gone before this call. Await
 * this first in a process, so that an orphan starts nothing.
 */
export async function onStopRequest(stop: () => void) {
  let isStopping = false;
  const stopOnce = () => {
    if (isStopping) return;
    isStopping = true;
    stop();
  };
  for (const reason of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.on(reason, stopOnce);
  if (process.connected === false) stopOnce();
  // Node notices a closed IPC channel in the first turn of the event loop, which may still be ahead.
  await nextTurn();
}
