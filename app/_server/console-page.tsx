import { dehydrate, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type FailedRead, ReadsBoundary } from "@/components/query/reads-boundary";
import { roleName } from "@/components/query/who-can";
import { PageHead } from "@/components/ui/page/page-head";
import { StateSection, ToOverview } from "@/components/ui/page/state-message";
import { isAllowed, type Operation, type Role } from "@/lib/contract/operation";
import type { Problem } from "@/lib/contract/problem";
import { toProblemJson } from "@/lib/contract/problem-json";
import { phoneFormatsIn } from "@/lib/format/phone-formats/all";
import { requirePerson } from "./person";
import { readOnServer, type ServerRead } from "./server-reads";

const waitMs = 300;

type ConsolePageProps = { needs: Operation; reads?: readonly ServerRead[]; children: ReactNode };

/** Checks the role, starts the page's reads and waits for them a moment. */
export async function ConsolePage({ needs, reads = [], children }: ConsolePageProps) {
  const person = await requirePerson();
  if (!isAllowed(needs, person.role)) return <Forbidden allow={needs.allow} />;
  const client = await readOnServer(person, reads, waitMs);
  const state = dehydrate(client);
  const phoneFormats = await phoneFormatsIn(state.queries.map((query) => query.state.data));
  return (
    <ReadsBoundary state={state} failed={failedReadsOf(client)} phoneFormats={phoneFormats}>
      {children}
    </ReadsBoundary>
  );
}

/** Failed reads as JSON, because React drops the message of an error. The browser itself may read what is too large here. */
const failedReadsOf = (client: QueryClient): FailedRead[] =>
  client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { error } }) =>
      isProblem(error) && error.code !== "upstream-too-large" ? [{ queryKey, problem: toProblemJson(error) }] : [],
    );

/** By name, because the server process has its own copy of the class. */
const isProblem = (error: Error | null): error is Problem => error?.name === "Problem";

function Forbidden({ allow }: { allow: readonly Role[] }) {
  return (
    <>
      <PageHead title="You don’t have access" />
      <StateSection kind="forbidden" heading="Your role cannot open this page" actions={<ToOverview />}>
        Roles that can open it: {allow.map(roleName).join(", ")}. An admin can change your role under Team and roles.
      </StateSection>
    </>
  );
}
