import type { Logger } from "pino";
import { faultOf } from "@/lib/platform/http/fault";

type Loop = { everyMs: number; log: Logger; name: string };

/** Runs a task again and again with a rest in between, until it is stopped. A run of failures is logged once. */
export function loop(task: () => Promise<void>, { everyMs, log, name }: Loop) {
  let isStopped = false;
  let isFailing = false;
  let wake = () => {};

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const running = (async () => {
    while (!isStopped) {
      try {
        await task();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ fault: faultOf(error) }, `${name} failed and is tried until it works`);
        isFailing = true;
      }
      if (!isStopped) await rest();
    }
  })();

  return async function stop() {
    isStopped = true;
    wake();
    await running;
  };
}
