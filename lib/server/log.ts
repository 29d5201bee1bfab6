import { pino } from "pino";

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
