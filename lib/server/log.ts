import { pino } from "pino";
import { errorForLog } from "./error-for-log";

const mostBytes = 16 * 1024 * 1024;

/**
 * The log, written without waiting: whoever reads it slowly keeps no answer back, and once so many bytes wait, new lines are
 * left out. pino writes what is left when the process ends, and at once after a line of level `fatal`.
 */
export function createLog(level: string) {
  const destination = pino.destination({ dest: 1, sync: false, maxLength: mostBytes });
  return pino({ level, base: null, serializers: { err: errorForLog } }, destination);
}
