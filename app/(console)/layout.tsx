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

/** Time limit for the connection status: enough for a known status, but not for a new test of the connection. */
const waitMs = 200;

/** The browser fetches a status that failed here. */
const leaveToBrowser = () => undefined;

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { me, ...person } = await requirePerson();
  const status = serverContext().read(getConnectionStatus, {}, person, randomUUID());
  const connection = await Promise.race([status.catch(leaveToBrowser), sleep(waitMs, undefined)]);
  return (
    <Shell me={me} connection={connection} renderedAt={clock.nowMs()} openPages={openPages}>
      <DemoBanner isDemo={serverContext().isDemo()} />
      {children}
    </Shell>
  );
}
