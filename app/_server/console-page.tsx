import type { ReactNode } from "react";
import { Forbidden } from "@/components/query/forbidden";
import { ReadsBoundary } from "@/components/query/reads-boundary";
import { isAllowed } from "@/lib/client/permission";
import type { InputOf, Operation } from "@/lib/contract/operation";
import { begunReads, type StartedRead } from "./begun-reads";
import { requirePerson } from "./person";

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
