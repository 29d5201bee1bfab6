import { usualLimit } from "@/lib/client/number-pages";

/** How much of the lists is asked for at first: as on their own pages, so that an answer serves both. */
export const firstRows = { numbers: { page: 1, limit: usualLimit } };

const grainMs = 5 * 60_000;
const dayMs = 86_400_000;

/** Where the last day begins, to five minutes as on the webhooks page: the same for everybody who asks meanwhile. */
export const dayBefore = (nowMs: number) => new Date(Math.floor(nowMs / grainMs) * grainMs - dayMs).toISOString();
