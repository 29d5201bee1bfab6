import { refused } from "@/lib/contract/problem";

type Limits = {
  /** Running tasks, in total and per key. */
  atOnce: number;
  perKey?: number;
  /** Queued tasks, in total and per key. */
  waiting: number;
  waitingPerKey?: number;
  waitMs?: number;
  sentence: string;
};

type QueuedTask = { key: string; round: number; start: () => void; refuse: () => void };

/** `isUrgent` tasks go before all others that wait. */
type TaskOptions = { isUrgent?: boolean };

/**
 * Runs at most `atOnce` tasks and queues at most `waiting` more, fairly by key: the nth task of a key waits for the (n-1)th of
 * all keys (start-time fair queueing). If the queue is full, the last task in turn gets a `busy` Problem.
 */
export function createConcurrencyLimit(limits: Limits) {
  const { atOnce, perKey = atOnce } = limits;
  const queue = new FairQueue(limits);
  const runningByKey = new Map<string, number>();
  let running = 0;

  const isFree = (key: string) => running < atOnce && (runningByKey.get(key) ?? 0) < perKey;

  function acquire(key: string) {
    running += 1;
    runningByKey.set(key, (runningByKey.get(key) ?? 0) + 1);
  }

  function release(key: string) {
    running -= 1;
    const left = (runningByKey.get(key) ?? 1) - 1;
    if (left > 0) runningByKey.set(key, left);
    else runningByKey.delete(key);
    const next = queue.takeNext(isFree);
    if (!next) return;
    // Acquired here, so that no new task can take the slot first.
    acquire(next.key);
    next.start();
  }

  return async function run<T>(task: () => Promise<T>, key = "", options: TaskOptions = {}): Promise<T> {
    if (isFree(key)) acquire(key);
    else await queue.join(key, options);
    try {
      return await task();
    } finally {
      release(key);
    }
  };
}

/** Waiting tasks by round. A new task gets the round after the last of its key, and after that of the last task that started. */
class FairQueue {
  readonly #limits: Limits;
  readonly #tasks: QueuedTask[] = [];
  #round = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Resolves when the task may start. Rejects with a `busy` Problem if it would wait too long or the queue is full. */
  join(key: string, { isUrgent = false }: TaskOptions): Promise<void> {
    const last = this.#tasks.findLast((queued) => queued.key === key);
    const round = isUrgent ? 0 : Math.max(this.#round, last?.round ?? 0) + 1;
    this.#makeRoom(key, round);
    return new Promise<void>((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer);
        this.#tasks.splice(this.#tasks.indexOf(task), 1);
        reject(this.#busy());
      };
      const timer = setTimeout(refuse, this.#limits.waitMs ?? 10_000).unref();
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const task = { key, round, refuse, start };
      this.#tasks.push(task);
    });
  }

  /** Removes the first task in turn that has a free slot. */
  takeNext(isFree: (key: string) => boolean): QueuedTask | undefined {
    const [next] = this.#tasks.filter(({ key }) => isFree(key)).toSorted((a, b) => a.round - b.round);
    if (!next) return undefined;
    this.#tasks.splice(this.#tasks.indexOf(next), 1);
    this.#round = Math.max(this.#round, next.round);
    return next;
  }

  /** Makes room for a task that is in turn before the last one. */
  #makeRoom(key: string, round: number) {
    const { waiting, waitingPerKey = Number.POSITIVE_INFINITY } = this.#limits;
    if (this.#tasks.filter((queued) => queued.key === key).length >= waitingPerKey) throw this.#busy();
    if (this.#tasks.length < waiting) return;
    const last = this.#tasks.toSorted((a, b) => a.round - b.round).at(-1);
    if (!last || last.round <= round) throw this.#busy();
    last.refuse();
  }

  #busy = () => refused("busy", this.#limits.sentence, { retryAfterSeconds: 2 });
}
