/** Concurrent calls share one run. */
export function onceAtATime<Result>(run: () => Promise<Result>) {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
