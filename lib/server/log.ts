import { type Logger, pino } from "pino";

const mostBytes = 16 * 1024 * 1024;

/**
 * The log, written without waiting and some lines at a time: whoever reads it slowly keeps no answer back, and once so many
 * bytes wait, new lines are left out. pino writes what is left when the process ends, and at once after a line of level
 * `fatal`.
 */
export function createLog(level: string) {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: 4096,
    periodicFlush: 100,
    maxLength: mostBytes,
  });
  return pino({ level, base: null, serializers: { err: errorForLog } }, destination);
}

/** Logs rejections that nobody handled. Next would print them whole, with what a failed query carries. */
export function logUnhandled(log: Logger) {
  const listener = (error: unknown) => log.error({ err: error }, "unhandled rejection");
  process.on("unhandledRejection", listener);
  // Next adds the listener it finds under this name, and its own only where there is none.
  Object.assign(globalThis, { [Symbol.for("next.unhandledRejectionListener")]: listener });
}

/**
 * An error as a log may keep it: a failed query carries its values, among them what people typed and contacts are called, so
 * of such a one only its name, the database's own code and where it happened stay.
 */
export function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error };
  const isQuery = "query" in error || "params" in error;
  return {
    type: error.name,
    ...("code" in error ? { code: String(error.code) } : {}),
    ...(isQuery ? {} : { message: error.message }),
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n"),
    ...(error.cause === undefined ? {} : { cause: errorForLog(error.cause) }),
  };
}
