import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { keyOf } from "@/lib/client/query";
import { createQueryClient } from "@/lib/client/query-client";
import type { Reader } from "@/lib/contract/console/context";
import type { InputOf } from "@/lib/contract/inputs";
import { isAllowed, type Operation } from "@/lib/contract/operation";
import { serverContext } from "@/lib/server/server-context";

export type ServerRead = { op: Operation; input: Record<string, unknown> };

export function start<Op extends Operation>(op: Op, input: InputOf<Op>): ServerRead {
  return { op, input: input as Record<string, unknown> };
}

/** Starts the reads that the person's role allows and waits up to `waitMs`. The browser fetches those that take longer. */
export async function readOnServer(person: Reader, reads: readonly ServerRead[], waitMs: number) {
  const client = createQueryClient();
  const started = reads
    .filter(({ op }) => isAllowed(op, person.role))
    .map(({ op, input }) =>
      client.prefetchQuery({
        queryKey: keyOf(op, input),
        queryFn: () => serverContext().read(op, input, person, randomUUID()),
      }),
    );
  await Promise.race([Promise.all(started), sleep(waitMs)]);
  return client;
}
