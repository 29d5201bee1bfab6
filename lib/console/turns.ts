import { Problem } from "@/lib/contract/problem";

/** Runs at most `atOnce` tasks together and keeps at most `waiting` more in line; beyond that it says so at once. */
export function takeTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0;
  const line: (() => void)[] = [];

  return async function turn<T>(task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (line.length >= waiting)
        throw new Problem("busy", "Many people are signing in at this moment. Try again shortly.", {
          retryAfterSeconds: 2,
        });
      await new Promise<void>((ready) => line.push(ready));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = line.shift();
      // The turn is handed over, not given back: a newcomer cannot slip in between.
      if (next) next();
      else running -= 1;
    }
  };
}
