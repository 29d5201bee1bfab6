import {
  defaultShouldDehydrateQuery,
  MutationCache,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { alwaysStale } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";

const againAfterMs = 4000;
const longestMs = 60_000;

/** One cache a browser tab, and one a request on the server. What a write makes stale is settled here, and only here. */
export function createQueryClient() {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // A read begun on the server may fail there, where the page cannot see why, or be too large for it where the browser
        // has a way around: it is asked once more from here.
        retry: (failures, error) =>
          failures === 0 && (!(error instanceof Problem) || error.code === "upstream-too-large"),
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
        // An answer read now would lack what still waits in the same queue: the last of it reads again.
        const queue = mutation.options.scope?.id;
        if (queue && client.isMutating({ predicate: ({ options }) => options.scope?.id === queue }) > 1) return;
        for (const stale of [resource, ...alwaysStale]) void client.invalidateQueries({ queryKey: [stale] });
      },
    }),
  });
  return client;
}

/** A read that met a passing fault is asked again by itself while someone looks at it, less and less often: recovery needs no reload. */
function recoveryMs<Key extends QueryKey>(query: Query<unknown, Error, unknown, Key>) {
  const { error, status } = query.state;
  if (status === "success") failures.delete(query);
  if (!(error instanceof Problem) || status !== "error") return false;
  const inARow = countFailure(query);
  if (error.status < 500 && error.retryAfterSeconds === undefined) return false;
  if (lasting.has(error.code)) return false;
  const backOffMs = Math.min(againAfterMs * 2 ** (inARow - 1), longestMs);
  return Math.max(1000, backOffMs, (error.retryAfterSeconds ?? 0) * 1000);
}

/** Asking again by itself changes nothing about these. */
const lasting = new Set<string>(["upstream-auth", "upstream-forbidden", "upstream-too-large"]);

const failures = new WeakMap<object, { at: number; count: number }>();

/** How often in a row a read has failed; looked at more than once, one failure counts once. */
function countFailure(query: { state: { errorUpdatedAt: number } }) {
  const at = query.state.errorUpdatedAt;
  const known = failures.get(query) ?? { at: 0, count: 0 };
  const now = known.at === at ? known : { at, count: known.count + 1 };
  failures.set(query, now);
  return now.count;
}
