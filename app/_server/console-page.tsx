import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { dehydrate } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Forbidden } from "@/components/ui/forbidden";
import { ReadsBoundary } from "@/components/ui/reads-boundary";
import { isAllowed } from "@/lib/client/permission";
import { keyOf } from "@/lib/client/query";
import { createQueryClient } from "@/lib/client/query-client";
import type { InputOf, Operation } from "@/lib/contract/operation";
import { handle } from "@/lib/handle";
import { requirePerson } from "./person";

export type StartedRead = { op: Operation; input: Record<string, unknown> };

/** One read that a page begins before the browser asks for it. */
export function start<Op extends Operation>(op: Op, input: InputOf<Op>): StartedRead {
  return { op, input: input as Record<string, unknown> };
}

type ConsolePageProps = { needs: Operation; reads?: readonly StartedRead[]; children: ReactNode };

/** How long a page waits for its reads: what is answered by then is in its first HTML, the rest follows it. */
const patienceMs = 200;

/** A console page: checks the role where the page is made, begins its reads and hands them on. */
export async function ConsolePage({ needs, reads = [], children }: ConsolePageProps) {
  const person = await requirePerson();
  if (!isAllowed(needs, person.role)) return <Forbidden allow={needs.allow} />;
  const client = createQueryClient();
  const begun = reads
    .filter((each) => isAllowed(each.op, person.role))
    .map(({ op, input }) =>
      client.prefetchQuery({
        queryKey: keyOf(op, input),
        retry: false,
        queryFn: async () => {
          const { raw, status, requestId, readAt } = await handle().read(op, input, person, randomUUID());
          return { raw, status, requestId, readAt };
        },
      }),
    );
  await Promise.race([Promise.all(begun), sleep(patienceMs)]);
  return <ReadsBoundary state={dehydrate(client)}>{children}</ReadsBoundary>;
}
