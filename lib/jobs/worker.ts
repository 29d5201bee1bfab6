import type { Logger } from "pino";

type WorkerOptions<Claimed> = {
  /** Names the work in the log. */
  name: string;
  concurrency: number;
  claim: (most: number) => Promise<Claimed[]>;
  run: (job: Claimed) => Promise<unknown>;
  log: Pick<Logger, "warn">;
};

/** Claims due jobs and runs them. A job that throws stays claimed, and is due again when its lease ends. */
export function createWorker<Claimed>({ name, concurrency, claim, run, log }: WorkerOptions<Claimed>) {
  const inFlight = new Set<Promise<unknown>>();
  let starting = Promise.resolve();
  let isStopped = false;

  /** Resolves to the number of claimed jobs, before they end. */
  async function startSome(): Promise<number> {
    const jobs = await claim(concurrency - inFlight.size);
    for (const job of jobs) {
      const running = run(job)
        .catch((err: unknown) => log.warn({ err }, `${name}: a job failed, and is due again when its lease ends`))
        .finally(() => inFlight.delete(running));
      inFlight.add(running);
    }
    return jobs.length;
  }

  async function startAll(mayClaim: () => boolean) {
    while (!isStopped && mayClaim()) {
      if (inFlight.size >= concurrency) await Promise.race(inFlight);
      else if ((await startSome()) === 0) return;
    }
  }

  async function whenIdle() {
    while (inFlight.size > 0) await Promise.all(inFlight);
  }

  return {
    /** Starts due jobs, each further one when another ends. Resolves when none is due or can be claimed. */
    startDue(mayClaim = () => true) {
      starting = startAll(mayClaim);
      return starting;
    },
    whenIdle,
    /** Claims no more. Resolves when the claimed jobs have ended. */
    async stop() {
      isStopped = true;
      // The caller of startDue reports a failed claim.
      await Promise.allSettled([starting]);
      await whenIdle();
    },
  };
}
