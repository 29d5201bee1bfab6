import type { Logger } from "pino";

type TickerOptions = {
  /** Names the work in the log. */
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
  log: Pick<Logger, "warn">;
};

/** Runs work periodically. Runs never overlap, and a series of failures is logged once. */
export function startTicker({ name, everyMs, run, log }: TickerOptions) {
  let isStopped = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function tick() {
    try {
      await run();
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err }, `${name} failed, and is retried until it works`);
      isFailing = true;
    }
    schedule();
  }

  function schedule() {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = tick();
    }, everyMs).unref();
  }

  schedule();
  return {
    /** Resolves when the current run has ended. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
