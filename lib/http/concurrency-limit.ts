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
  const {
    atOnce,
    perKey = atOnce,
    waiting,
    waitingPerKey = Number.POSITIVE_INFINITY,
    waitMs = 10_000,
    sentence,
  } = limits;
  const runningByKey = new Map<string, number>();
  const queue: QueuedTask[] = [];
  let running = 0;
  let round = 0;

  const busy = () => refused("busy", sentence, { retryAfterSeconds: 2 });
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
    const [next] = queue.filter((queued) => isFree(queued.key)).toSorted((a, b) => a.round - b.round);
    if (!next) return;
    queue.splice(queue.indexOf(next), 1);
    round = Math.max(round, next.round);
    // Acquired here, so that no new task can take the slot first.
    acquire(next.key);
    next.start();
  }

  /** Makes room for a task that is in turn before the last one. */
  function makeRoom(key: string, ownRound: number) {
    if (queue.filter((queued) => queued.key === key).length >= waitingPerKey) throw busy();
    if (queue.length < waiting) return;
    const last = queue.toSorted((a, b) => a.round - b.round).at(-1);
    if (!last || last.round <= ownRound) throw busy();
    last.refuse();
  }

  function enqueue(key: string, { isUrgent = false }: TaskOptions) {
    const last = queue.findLast((queued) => queued.key === key);
    const ownRound = isUrgent ? 0 : Math.max(round, last?.round ?? 0) + 1;
    makeRoom(key, ownRound);
    return new Promise<void>((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer);
        queue.splice(queue.indexOf(entry), 1);
        reject(busy());
      };
      const timer = setTimeout(refuse, waitMs).unref();
      const entry = {
        key,
        round: ownRound,
        refuse,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.push(entry);
    });
  }

  return async function run<T>(task: () => Promise<T>, key = "", options: TaskOptions = {}): Promise<T> {
    if (isFree(key)) acquire(key);
    else await enqueue(key, options);
    try {
      return await task();
    } finally {
      release(key);
    }
  };
}
