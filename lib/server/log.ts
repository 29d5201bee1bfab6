import { type Logger, pino } from "pino";
import { errorForLog } from "@/lib/db/error-for-log";

const maxBufferedBytes = 16 * 1024 * 1024;

/**
 * Buffered, asynchronous log, so that a slow reader of stdout blocks no answer. Above `maxBufferedBytes`, new lines are
 * dropped. pino flushes when the process ends, and at once after a `fatal` line.
 */
export function createLog(level: string) {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: 4096,
    periodicFlush: 100,
    maxLength: maxBufferedBytes,
  });
  return pino({ level, base: null, serializers: { err: errorForLog } }, destination);
}

/** Logs unhandled rejections. Next would print them with the values of a failed query. */
export function logUnhandled(log: Logger) {
  const listener = (error: unknown) => log.error({ err: error }, "unhandled rejection");
  process.on("unhandledRejection", listener);
  // Next uses the listener under this symbol, and adds its own only if there is none.
  Object.assign(globalThis, { [Symbol.for("next.unhandledRejectionListener")]: listener });
}
