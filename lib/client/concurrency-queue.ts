/** Runs what it is given, at most `atOnce` at the same time and in the order given. */
export function createConcurrencyQueue(atOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  function next() {
    running -= 1;
    waiting.shift()?.();
  }

  return async function acquire<T>(run: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await run();
    } finally {
      next();
    }
  };
}
