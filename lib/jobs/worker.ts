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

  return {
    /** Starts the due jobs. Resolves to their number, before they end. */
    async startDue(): Promise<number> {
      const free = concurrency - inFlight.size;
      const jobs = free > 0 ? await claim(free) : [];
      for (const job of jobs) {
        const running = run(job)
          .catch((err: unknown) => log.warn({ err }, `${name}: a job failed, and is due again when its lease ends`))
          .finally(() => inFlight.delete(running));
        inFlight.add(running);
      }
      return jobs.length;
    },
    async whenIdle() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
