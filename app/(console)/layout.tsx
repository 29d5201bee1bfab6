import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReactNode } from "react";
import { requirePerson } from "@/app/_server/person";
import { DemoBanner } from "@/components/overview/demo-banner";
import { openPages } from "@/components/shell/page-roles";
import { Shell } from "@/components/shell/shell";
import { clock } from "@/lib/clock";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { serverContext } from "@/lib/server/server-context";

/** What the process knows of the connection is here by then; one that has to be tried first is not waited for. */
const waitMs = 200;

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { me, ...person } = await requirePerson();
  const asked = serverContext().read(getConnectionStatus, {}, person, randomUUID());
  const connection = await Promise.race([asked.catch(() => undefined), sleep(waitMs, undefined)]);
  return (
    <Shell me={me} connection={connection} renderedAt={clock.nowMs()} openPages={openPages}>
      <DemoBanner isDemo={serverContext().isDemo()} />
      {children}
    </Shell>
  );
}
