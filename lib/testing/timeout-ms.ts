/**
 * A time limit for a test in milliseconds: `baseMs`, or more if `npm test` measured a slow machine. Only for limits that
 * end a hang; a test of speed asserts order and outcome instead.
 */
export const timeoutMs = (baseMs: number) => Math.ceil(baseMs * timeoutFactor(process.env.TEST_TIMEOUT_FACTOR));

/** 1 if the machine is as fast as the reference or unknown, and 4 if it is four times slower. */
export function timeoutFactor(text: string | undefined) {
  const factor = Number(text);
  return Number.isFinite(factor) && factor > 1 ? factor : 1;
}
