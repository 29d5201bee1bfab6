import {
  defaultShouldDehydrateQuery,
  MutationCache,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { Problem } from "@/lib/contract/problem";

const againAfterMs = 4000;

/** What a write of one resource also makes stale: the answers and the audit row that it left. */
const alwaysStale = ["answers", "audit"];

/** One cache a browser tab, and one a request on the server. What a write makes stale is settled here, and only here. */
export function createQueryClient() {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // A read begun on the server may fail there, where the page cannot see why: it is asked once more from here.
        retry: (failures, error) => failures === 0 && !(error instanceof Problem),
        retryDelay: 0,
        networkMode: "always",
        staleTime: 15_000,
        refetchOnReconnect: true,
        refetchOnWindowFocus: true,
        refetchInterval: (query) => recoveryMs(query),
      },
      dehydrate: {
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === "pending",
      },
    },
    mutationCache: new MutationCache({
      onSettled: (_data, _error, _input, _context, mutation) => {
        const resource = mutation.options.mutationKey?.[0];
        if (typeof resource !== "string") return;
        for (const stale of [resource, ...alwaysStale]) void client.invalidateQueries({ queryKey: [stale] });
      },
    }),
  });
  return client;
}

/** A read that met a passing fault is asked again by itself while someone looks at it, so that recovery needs no reload. */
function recoveryMs<Key extends QueryKey>({ state }: Query<unknown, Error, unknown, Key>) {
  if (!(state.error instanceof Problem) || state.status !== "error") return false;
  if (state.error.retryAfterSeconds !== undefined) return Math.max(1000, state.error.retryAfterSeconds * 1000);
  const isPassing = state.error.status >= 500 && state.error.code !== "upstream-auth";
  return isPassing ? againAfterMs : false;
}
