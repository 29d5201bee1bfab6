import { randomUUID } from "node:crypto";
import type { ReactNode } from "react";
import { requirePerson } from "@/app/_server/person";
import { Shell } from "@/components/shell/shell";
import { readAnswer } from "@/lib/client/answer";
import { getMe } from "@/lib/contract/console/me";
import { getConnectionStatus } from "@/lib/contract/console/settings";
import { serverContext } from "@/lib/server/server-context";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const person = await requirePerson();
  const { read } = serverContext();
  const [me, connection] = await Promise.all([
    read(getMe, {}, person, randomUUID()),
    read(getConnectionStatus, {}, person, randomUUID()).catch(() => undefined),
  ]);
  return (
    <Shell me={readAnswer(getMe, me).value} connection={connection} madeAt={Date.now()}>
      {children}
    </Shell>
  );
}
