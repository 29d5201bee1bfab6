import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Has `stop` called once: when this process is asked to end, or when the process that started it is gone, be it before this is
 * called. Awaited first in a process, so that it never goes on to begin what nobody would end.
 */
export async function onStopRequest(stop: () => void) {
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    stop();
  };
  for (const reason of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.on(reason, ask);
  if (process.connected === false) ask();
  // Node notices a closed channel in the first turn of the event loop, which a start may not have reached.
  await nextTurn();
}
