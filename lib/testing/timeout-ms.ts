/**
 * A time limit of a test, in milliseconds: `baseMs` by hand, and longer where `npm test` found the machine slow. For limits
 * that end what hangs; a test of speed asserts order and outcome instead.
 */
export const timeoutMs = (baseMs: number) => Math.ceil(baseMs * timeoutFactor(process.env.TEST_TIMEOUT_FACTOR));

/** What the environment says of the machine: 1 is as quick as the reference or unknown, 4 is four times slower. */
export function timeoutFactor(text: string | undefined) {
  const factor = Number(text);
  return Number.isFinite(factor) && factor > 1 ? factor : 1;
}
