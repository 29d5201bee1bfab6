import { refused } from "@/lib/contract/problem";

type Limits = {
  atOnce: number;
  /** Of these, under one key. */
  perKey?: number;
  waiting: number;
  /** Of these, under one key. */
  waitingPerKey?: number;
  waitMs?: number;
  /** The problem when there is no place left. */
  sentence: string;
};

type Waiting = { key: string; start: () => void };

/** Runs at most `atOnce` tasks together and keeps at most `waiting` more in line; beyond that, a `busy` Problem says so at once. */
export function createConcurrencyLimit(limits: Limits) {
  const { atOnce, perKey = atOnce, waiting, waitingPerKey = waiting, waitMs = 10_000, sentence } = limits;
  const runningByKey = new Map<string, number>();
  const line: Waiting[] = [];
  let running = 0;

  const busy = () => refused("busy", sentence, { retryAfterSeconds: 2 });
  const isFree = (key: string) => running < atOnce && (runningByKey.get(key) ?? 0) < perKey;

  function take(key: string) {
    running += 1;
    runningByKey.set(key, (runningByKey.get(key) ?? 0) + 1);
  }

  function release(key: string) {
    running -= 1;
    const left = (runningByKey.get(key) ?? 1) - 1;
    if (left > 0) runningByKey.set(key, left);
    else runningByKey.delete(key);
    const next = line.find((each) => isFree(each.key));
    if (!next) return;
    line.splice(line.indexOf(next), 1);
    // Taken for it here: a newcomer cannot slip in between.
    take(next.key);
    next.start();
  }

  function placeInLine(key: string) {
    const isFull = line.length >= waiting || line.filter((each) => each.key === key).length >= waitingPerKey;
    if (isFull) throw busy();
    return new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        line.splice(line.indexOf(entry), 1);
        reject(busy());
      };
      const timer = setTimeout(giveUp, waitMs).unref();
      const entry = {
        key,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      line.push(entry);
    });
  }

  return async function run<T>(task: () => Promise<T>, key = ""): Promise<T> {
    if (isFree(key)) take(key);
    else await placeInLine(key);
    try {
      return await task();
    } finally {
      release(key);
    }
  };
}
