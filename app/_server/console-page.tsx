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
import type { Person } from "@/lib/console/console-types";
import { type InputOf, isAllowed, type Operation, type Role } from "@/lib/contract/operation";
import { isSerializedProblem } from "@/lib/contract/problem-json";
import { serverContext } from "@/lib/server/server-context";
import { requirePerson } from "./person";

/** How long a page's rows wait for all of its reads: what is answered by then comes with them, the rest follows. */
const waitMs = 200;

/**
 * How long a document waits for them, to come whole: what React puts in the place of a loading face appears 300 ms after it at
 * the earliest.
 */
const graceMs = 100;

/** One read that a page begins before the browser asks for it. */
export function start<Op extends Operation>(op: Op, input: InputOf<Op>): StartedRead {
  return { op, input: input as Record<string, unknown> };
}

type ConsolePageProps = { needs: Operation; reads?: readonly StartedRead[]; children: ReactNode };

/**
 * A console page: checks the role where the page is made and begins its reads. A document whose reads take long is sent with the
 * page's loading face, and its rows follow as soon as they are read; within the console, the page before stays until then.
 */
export async function ConsolePage({ needs, reads = [], children }: ConsolePageProps) {
  const person = await requirePerson();
  if (!isAllowed(needs, person.role)) return <Forbidden allow={needs.allow} />;
  const begun = begin(
    reads.filter(({ op }) => isAllowed(op, person.role)),
    person,
  );
  const isDocument = (await headers()).has("x-switchboard-document");
  const grace = sleep(graceMs, "late" as const, { ref: false });
  const isLate = isDocument && (await Promise.race([begun.answered, grace])) === "late";
  if (!isLate) return <ReadPage begun={begun}>{children}</ReadPage>;
  return (
    <Suspense fallback={<UnreadPage>{children}</UnreadPage>}>
      <ReadPage begun={begun}>{children}</ReadPage>
    </Suspense>
  );
}

async function ReadPage({ begun, children }: { begun: BegunReads; children: ReactNode }) {
  await begun.answered;
  return <ReadsBoundary state={stateOf(begun)}>{children}</ReadsBoundary>;
}

/** The face of a page that the person's role does not open. */
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

type StartedRead = { op: Operation; input: Record<string, unknown> };

type BegunReads = { client: QueryClient; answered: Promise<unknown> };

/** Begins a page's reads through the gateway. A read that fails resolves with a serialized problem: errors lose their words on the way. */
function begin(reads: readonly StartedRead[], person: Person): BegunReads {
  const client = createQueryClient();
  const begun = reads.map(({ op, input }) =>
    client.prefetchQuery({
      queryKey: keyOf(op, input),
      queryFn: () => serverContext().readOrProblem(op, input, person, randomUUID()),
    }),
  );
  return { client, answered: Promise.race([Promise.all(begun), sleep(waitMs)]) };
}

function stateOf({ client }: BegunReads): DehydratedState {
  const state = dehydrate(client);
  return { ...state, queries: state.queries.map(asPending) };
}

type DehydratedQuery = DehydratedState["queries"][number];

/** A serialized problem is handed on as a read still under way, for the browser to fail with the same words. */
function asPending(query: DehydratedQuery): DehydratedQuery {
  const { data } = query.state;
  if (!isSerializedProblem(data)) return query;
  return {
    ...query,
    state: { ...query.state, data: undefined, dataUpdatedAt: 0, dataUpdateCount: 0, status: "pending" },
    promise: Promise.resolve(data),
  };
}
