import { dehydrate } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { requirePerson } from "@/app/_server/person";
import { readOnServer, start } from "@/app/_server/server-reads";
import { DemoBanner } from "@/components/overview/demo-banner";
import { CopyBar } from "@/components/shell/copy-bar";
import { openPages } from "@/components/shell/page-roles";
import { Shell } from "@/components/shell/shell";
import { ViewBar } from "@/components/shell/view-as";
import { clock } from "@/lib/clock";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { listMeanings } from "@/lib/contract/console/meanings";
import { serverContext } from "@/lib/server/server-context";

/** Time limit for the connection status: enough for a known status, but not for a new test of the connection. */
const waitMs = 200;

const reads = [start(getConnectionStatus, {}), start(listMeanings, {})];

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const person = await requirePerson();
  const client = await readOnServer(person, reads, waitMs);
  return (
    <Shell me={person.me} state={dehydrate(client)} renderedAt={clock.nowMs()} openPages={openPages}>
      <CopyBar />
      <ViewBar />
      <DemoBanner isDemo={serverContext().isDemo()} />
      {children}
    </Shell>
  );
}
