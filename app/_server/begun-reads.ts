import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type DehydratedState, dehydrate } from "@tanstack/react-query";
import { keyOf } from "@/lib/client/query";
import { createQueryClient } from "@/lib/client/query-client";
import type { Person } from "@/lib/console/console-types";
import type { Operation } from "@/lib/contract/operation";
import { isSerializedProblem } from "@/lib/contract/serialize-problem";
import { serverContext } from "@/lib/server/server-context";

export type StartedRead = { op: Operation; input: Record<string, unknown> };

/** How long a page waits for its reads: what is answered by then is in its first HTML, the rest follows it. */
const waitMs = 200;

/** Begins a page's reads through the gateway. A read that fails is told as a value: errors lose their words on the way. */
export async function begunReads(reads: readonly StartedRead[], person: Person): Promise<DehydratedState> {
  const client = createQueryClient();
  const begun = reads.map(({ op, input }) =>
    client.prefetchQuery({
      queryKey: keyOf(op, input),
      queryFn: () => serverContext().tell(op, input, person, randomUUID()),
    }),
  );
  await Promise.race([Promise.all(begun), sleep(waitMs)]);
  const state = dehydrate(client);
  return { ...state, queries: state.queries.map(asPending) };
}

type DehydratedQuery = DehydratedState["queries"][number];

/** What was told as a problem is handed on as a read still under way, for the browser to fail with the same words. */
function asPending(query: DehydratedQuery): DehydratedQuery {
  const { data } = query.state;
  if (!isSerializedProblem(data)) return query;
  return {
    ...query,
    state: { ...query.state, data: undefined, dataUpdatedAt: 0, dataUpdateCount: 0, status: "pending" },
    promise: Promise.resolve(data),
  };
}
