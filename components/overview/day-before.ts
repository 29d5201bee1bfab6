const grainMs = 5 * 60_000;
const dayMs = 86_400_000;

/** Start of the last 24 hours, rounded down to five minutes so that viewers share one cached answer. */
export const dayBefore = (nowMs: number) => new Date(Math.floor(nowMs / grainMs) * grainMs - dayMs).toISOString();
