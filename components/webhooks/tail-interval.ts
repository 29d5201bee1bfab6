export const TAIL_MS = 5_000;
const LONGEST_MS = 60_000;

export type TailState = { error: unknown; dataUpdatedAt: number; errorUpdatedAt: number };

/** Every five seconds; while reads fail, about twice as long after each, up to a minute. */
export function tailInterval({ error, dataUpdatedAt, errorUpdatedAt }: TailState): number {
  if (!error) return TAIL_MS;
  const askedFor = retryAfterMs(error);
  const failingMs = dataUpdatedAt > 0 ? errorUpdatedAt - dataUpdatedAt : LONGEST_MS / 4;
  return Math.max(askedFor, Math.min(LONGEST_MS, Math.max(TAIL_MS, failingMs)));
}

const retryAfterMs = (error: unknown) =>
  typeof error === "object" && error !== null && "retryAfterSeconds" in error
    ? Number(error.retryAfterSeconds ?? 0) * 1_000
    : 0;
