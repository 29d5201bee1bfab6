/**
 * Has `stop` called once: when this process is asked to end, or when the process that started it is gone, be it before this is
 * called. Called first in a process, so that it never goes on to begin what nobody would end.
 */
export function onStopRequest(stop: () => void) {
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    stop();
  };
  for (const reason of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.on(reason, ask);
  if (process.connected === false) ask();
}
