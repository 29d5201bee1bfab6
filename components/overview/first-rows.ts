import { usualLimit } from "@/lib/client/number-pages";

/** Same inputs as on the lists' own pages, so that both share one cached answer. */
export const firstRows = { numbers: { page: 1, limit: usualLimit } };

const grainMs = 5 * 60_000;
const dayMs = 86_400_000;

/** Start of the last 24 hours, rounded down to five minutes so that viewers share one cached answer. */
export const dayBefore = (nowMs: number) => new Date(Math.floor(nowMs / grainMs) * grainMs - dayMs).toISOString();
