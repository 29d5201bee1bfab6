import { usualLimit } from "@/lib/client/number-pages";

/** How much of the lists is asked for at first: as on their own pages, so that an answer serves both. */
export const firstRows = { numbers: { page: 1, limit: usualLimit }, credentials: { limit: 50 } };
