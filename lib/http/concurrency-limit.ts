import { refused } from "@/lib/contract/problem";

type Limits = {
  /** Running tasks, in total and per key. */
  atOnce: number;
  perKey?: number;
  /** Queued tasks, in total and per key. */
  waiting: number;
  waitingPerKey?: number;
  waitMs?: number;
  /** Message of the `busy` Problem. */
  sentence: string;
};

type QueuedTask = { key: string; start: () => void };

/** Runs at most `atOnce` tasks and queues at most `waiting` more. Throws a `busy` Problem if the queue is full. */
export function createConcurrencyLimit(limits: Limits) {
  const { atOnce, perKey = atOnce, waiting, waitingPerKey = waiting, waitMs = 10_000, sentence } = limits;
  const runningByKey = new Map<string, number>();
  const queue: QueuedTask[] = [];
  let running = 0;

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
    const next = queue.find((queued) => isFree(queued.key));
    if (!next) return;
    queue.splice(queue.indexOf(next), 1);
    // Acquired here, so that no new task can take the slot first.
    acquire(next.key);
    next.start();
  }

  function enqueue(key: string) {
    const isFull = queue.length >= waiting || queue.filter((queued) => queued.key === key).length >= waitingPerKey;
    if (isFull) throw busy();
    return new Promise<void>((resolve, reject) => {
      const expire = () => {
        queue.splice(queue.indexOf(entry), 1);
        reject(busy());
      };
      const timer = setTimeout(expire, waitMs).unref();
      const entry = {
        key,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.push(entry);
    });
  }

  return async function run<T>(task: () => Promise<T>, key = ""): Promise<T> {
    if (isFree(key)) acquire(key);
    else await enqueue(key);
    try {
      return await task();
    } finally {
      release(key);
    }
  };
}
