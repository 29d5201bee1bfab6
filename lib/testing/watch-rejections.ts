type Listener = (reason: unknown, promise: Promise<unknown>) => void;

/** Fails the test in which a promise is rejected without a handler. Rejections between tests go to the earlier listeners. */
export function watchRejections(host: NodeJS.EventEmitter) {
  const earlier = host.listeners("unhandledRejection") as Listener[];
  let inTest: unknown[] | undefined;
  const onRejection: Listener = (reason, promise) => {
    if (inTest) inTest.push(reason);
    else for (const listener of earlier) listener(reason, promise);
  };
  host.removeAllListeners("unhandledRejection");
  host.on("unhandledRejection", onRejection);
  return {
    begin() {
      inTest = [];
    },
    end() {
      const [reason, ...others] = inTest ?? [];
      const count = inTest?.length ?? 0;
      inTest = undefined;
      if (count > 0)
        throw new Error(`Unhandled rejections in this test: ${count}`, {
          cause: others.length ? [reason, ...others] : reason,
        });
    },
    stop() {
      host.removeAllListeners("unhandledRejection");
      for (const listener of earlier) host.on("unhandledRejection", listener);
    },
  };
}
