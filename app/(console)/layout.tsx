import { randomUUID } from "node:crypto";
import type { ReactNode } from "react";
import { requirePerson } from "@/app/_server/person";
import { Shell } from "@/components/shell/shell";
import { readAnswer } from "@/lib/client/answer";
import { getMe } from "@/lib/contract/me";
import { handle } from "@/lib/handle";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const person = await requirePerson();
  const me = readAnswer(getMe, await handle().read(getMe, {}, person, randomUUID())).value;
  return <Shell me={me}>{children}</Shell>;
}
