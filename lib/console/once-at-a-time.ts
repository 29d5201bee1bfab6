/** Runs once, however many ask for it meanwhile. */
export function onceAtATime<Result>(run: () => Promise<Result>) {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
