import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type DehydratedState, dehydrate } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ReadsBoundary } from "@/components/query/reads-boundary";
import { roleName } from "@/components/query/who-can";
import { PageHead } from "@/components/ui/page/page-head";
import { bayClass } from "@/components/ui/page/section";
import { StateFace } from "@/components/ui/page/state-face";
import { keyOf } from "@/lib/client/query";
import { createQueryClient } from "@/lib/client/query-client";
import type { Person } from "@/lib/console/console-types";
import { type InputOf, isAllowed, type Operation, type Role } from "@/lib/contract/operation";
import { isSerializedProblem } from "@/lib/contract/problem-json";
import { serverContext } from "@/lib/server/server-context";
import { requirePerson } from "./person";

/** How long a page waits for its reads: what is answered by then is in its first HTML, the rest follows it. */
const waitMs = 200;

/** One read that a page begins before the browser asks for it. */
export function start<Op extends Operation>(op: Op, input: InputOf<Op>): StartedRead {
  return { op, input: input as Record<string, unknown> };
}

type ConsolePageProps = { needs: Operation; reads?: readonly StartedRead[]; children: ReactNode };

/** A console page: checks the role where the page is made, begins its reads and hands them on. */
export async function ConsolePage({ needs, reads = [], children }: ConsolePageProps) {
  const person = await requirePerson();
  if (!isAllowed(needs, person.role)) return <Forbidden allow={needs.allow} />;
  const state = await begunReads(
    reads.filter(({ op }) => isAllowed(op, person.role)),
    person,
  );
  return <ReadsBoundary state={state}>{children}</ReadsBoundary>;
}

/** The face of a page that the person's role does not open. */
function Forbidden({ allow }: { allow: readonly Role[] }) {
  return (
    <>
      <PageHead title="Not open to your role" />
      <div className={bayClass}>
        <StateFace face="forbidden" heading="Your role does not open this page" level={2}>
          It is open to: {allow.map(roleName).join(", ")}. An admin can change your role on the Team page.
        </StateFace>
      </div>
    </>
  );
}

type StartedRead = { op: Operation; input: Record<string, unknown> };

/** Begins a page's reads through the gateway. A read that fails is told as a value: errors lose their words on the way. */
async function begunReads(reads: readonly StartedRead[], person: Person): Promise<DehydratedState> {
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
