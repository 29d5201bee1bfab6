import { usualLimit } from "@/lib/client/number-pages";
import { firstCredentials } from "@/lib/contract/api/credentials";

/** How much of the lists is asked for at first: as on their own pages, so that an answer serves both. */
export const firstRows = { numbers: { page: 1, limit: usualLimit }, credentials: firstCredentials };
