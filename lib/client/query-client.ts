import { MutationCache, type Query, QueryClient, type QueryKey } from "@tanstack/react-query";
import { alwaysStale } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { isHeld } from "./hold";

const firstBackoffMs = 4000;
const maxBackoffMs = 60_000;

/** One cache per browser tab, and one per request on the server. After a write, only this place invalidates queries. */
export function createQueryClient() {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: "always",
        staleTime: 15_000,
        refetchOnReconnect: true,
        refetchOnWindowFocus: () => !isHeld(),
        refetchInterval: (query) => recoveryMs(query),
      },
    },
    mutationCache: new MutationCache({
      onSettled: (_data, _error, _input, _context, mutation) => {
        const resource = mutation.options.mutationKey?.[0];
        if (typeof resource !== "string") return;
        // Data fetched now would lack the writes still queued in this scope. The last of them invalidates.
        const queue = mutation.options.scope?.id;
        if (queue && client.isMutating({ predicate: ({ options }) => options.scope?.id === queue }) > 1) return;
        for (const stale of [resource, ...alwaysStale]) void client.invalidateQueries({ queryKey: [stale] });
      },
    }),
  });
  return client;
}

/** Interval for refetching a failed query while it is shown, with exponential backoff; false for no refetch. */
function recoveryMs<Key extends QueryKey>(query: Query<unknown, Error, unknown, Key>) {
  const { error, status } = query.state;
  if (status === "success") failures.delete(query);
  if (!(error instanceof Problem) || status !== "error") return false;
  const failureCount = countFailure(query);
  if (error.status < 500 && error.retryAfterSeconds === undefined) return false;
  if (permanentCodes.has(error.code)) return false;
  const backoffMs = Math.min(firstBackoffMs * 2 ** (failureCount - 1), maxBackoffMs);
  return Math.max(1000, backoffMs, (error.retryAfterSeconds ?? 0) * 1000);
}

const permanentCodes = new Set<string>(["upstream-auth", "upstream-forbidden", "upstream-too-large"]);

const failures = new WeakMap<object, { failedAtMs: number; count: number }>();

/** Consecutive failures of a query. Counts each failure once, however often it is called. */
function countFailure(query: { state: { errorUpdatedAt: number } }) {
  const failedAtMs = query.state.errorUpdatedAt;
  const previous = failures.get(query) ?? { failedAtMs: 0, count: 0 };
  const current = previous.failedAtMs === failedAtMs ? previous : { failedAtMs, count: previous.count + 1 };
  failures.set(query, current);
  return current.count;
}
