import type { Logger } from "pino";

type WorkerOptions<Claimed> = {
  /** Names the work in the log. */
  name: string;
  /** How many jobs run at the same time. */
  concurrency: number;
  claim: (most: number) => Promise<Claimed[]>;
  run: (job: Claimed) => Promise<unknown>;
  log: Pick<Logger, "warn">;
};

/** Claims due jobs and runs them. A job that throws stays claimed, and is due again when its lease ends. */
export function createWorker<Claimed>({ name, concurrency, claim, run, log }: WorkerOptions<Claimed>) {
  const underWay = new Set<Promise<unknown>>();

  return {
    /** Starts the jobs that are due. Resolves before they end, to how many they are. */
    async startDue(): Promise<number> {
      const free = concurrency - underWay.size;
      const jobs = free > 0 ? await claim(free) : [];
      for (const job of jobs) {
        const running = run(job)
          .catch((err: unknown) => log.warn({ err }, `${name}: a job failed, and is due again when its lease ends`))
          .finally(() => underWay.delete(running));
        underWay.add(running);
      }
      return jobs.length;
    },
    async whenIdle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
