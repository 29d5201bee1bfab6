import { type Logger, pino } from "pino";
import { errorForLog } from "@/lib/db/error-for-log";

const maxBufferedBytes = 16 * 1024 * 1024;

/**
 * Buffered, asynchronous output, so that a slow reader of stdout blocks no answer. Above `maxBufferedBytes`, new lines are
 * dropped. With `minLength` 0, "drain" means that all was written.
 */
export const createOutput = ({ minLength = 4096 } = {}) =>
  pino.destination({ dest: 1, sync: false, minLength, periodicFlush: 100, maxLength: maxBufferedBytes });

/** pino flushes when the process ends, and at once after a `fatal` line. */
export const createLog = (level: string, output = createOutput()) =>
  pino({ level, base: null, serializers: { err: errorForLog } }, output);

/** Logs unhandled rejections. Next would print them with the values of a failed query. */
export function logUnhandled(log: Logger) {
  const listener = (error: unknown) => log.error({ err: error }, "unhandled rejection");
  process.on("unhandledRejection", listener);
  // Next uses the listener under this symbol, and adds its own only if there is none.
  Object.assign(globalThis, { [Symbol.for("next.unhandledRejectionListener")]: listener });
}
