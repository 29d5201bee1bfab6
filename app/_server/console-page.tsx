import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type DehydratedState, dehydrate, type QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";
import { ReadsBoundary, TakenOver, UnreadPage } from "@/components/query/reads-boundary";
import { roleName } from "@/components/query/who-can";
import { PageHead } from "@/components/ui/page/page-head";
import { sectionClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { keyOf } from "@/lib/client/query";
import { createQueryClient } from "@/lib/client/query-client";
import type { Person } from "@/lib/contract/actor";
import { type InputOf, isAllowed, type Operation, type Role } from "@/lib/contract/operation";
import { isSerializedProblem } from "@/lib/contract/problem-json";
import { serverContext } from "@/lib/server/server-context";
import { requirePerson } from "./person";

/** How long a page waits for all of its reads. Later answers are streamed to the browser. */
const waitMs = 200;

/** How long a document waits before it sends the skeleton. React replaces a skeleton after 300 ms at the earliest. */
const graceMs = 100;

/** Declares a read that a page starts on the server. */
export function start<Op extends Operation>(op: Op, input: InputOf<Op>): PageRead {
  return { op, input: input as Record<string, unknown> };
}

type ConsolePageProps = { needs: Operation; reads?: readonly PageRead[]; children: ReactNode };

/**
 * Checks the role and starts the page's reads. If they are slow, a document sends the skeleton first and streams the
 * content. On a navigation within the console, the previous page stays until then.
 */
export async function ConsolePage({ needs, reads = [], children }: ConsolePageProps) {
  const person = await requirePerson();
  if (!isAllowed(needs, person.role)) return <Forbidden allow={needs.allow} />;
  const started = startReads(
    reads.filter(({ op }) => isAllowed(op, person.role)),
    person,
  );
  const isDocument = (await headers()).has("x-switchboard-document");
  const grace = sleep(graceMs, "late" as const, { ref: false });
  const isLate = isDocument && (await Promise.race([started.answered, grace])) === "late";
  if (!isLate) return <ReadPage started={started}>{children}</ReadPage>;
  return (
    <Suspense fallback={<UnreadPage>{children}</UnreadPage>}>
      <ReadPage started={started}>{children}</ReadPage>
    </Suspense>
  );
}

async function ReadPage({ started, children }: { started: StartedReads; children: ReactNode }) {
  await started.answered;
  return <ReadsBoundary state={stateOf(started)}>{children}</ReadsBoundary>;
}

/** Shown if the person's role cannot open the page. */
function Forbidden({ allow }: { allow: readonly Role[] }) {
  return (
    <>
      <TakenOver />
      <PageHead title="You don’t have access" />
      <div className={sectionClass}>
        <StateMessage kind="forbidden" heading="Your role cannot open this page" level={2}>
          It is open to: {allow.map(roleName).join(", ")}. An admin can change your role under Team and roles.
        </StateMessage>
      </div>
    </>
  );
}

type PageRead = { op: Operation; input: Record<string, unknown> };

type StartedReads = { client: QueryClient; answered: Promise<unknown> };

/** Starts reads through the gateway. A failed one resolves with a serialized problem, because errors lose their message. */
function startReads(reads: readonly PageRead[], person: Person): StartedReads {
  const client = createQueryClient();
  const started = reads.map(({ op, input }) =>
    client.prefetchQuery({
      queryKey: keyOf(op, input),
      queryFn: () => serverContext().readOrProblem(op, input, person, randomUUID()),
    }),
  );
  return { client, answered: Promise.race([Promise.all(started), sleep(waitMs)]) };
}

function stateOf({ client }: StartedReads): DehydratedState {
  const state = dehydrate(client);
  return { ...state, queries: state.queries.map(asPending) };
}

type DehydratedQuery = DehydratedState["queries"][number];

/** Turns a serialized problem into a pending query, so that the query fails in the browser with the same message. */
function asPending(query: DehydratedQuery): DehydratedQuery {
  const { data } = query.state;
  if (!isSerializedProblem(data)) return query;
  return {
    ...query,
    state: { ...query.state, data: undefined, dataUpdatedAt: 0, dataUpdateCount: 0, status: "pending" },
    promise: Promise.resolve(data),
  };
}
