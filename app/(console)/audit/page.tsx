import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { shownTimeZone } from "@/app/_server/shown-time-zone";
import { auditList } from "@/components/audit/audit-list";
import { AuditScreen } from "@/components/audit/audit-screen";
import { readInput } from "@/components/list/list-input";
import { getAuditChoices, listAudit } from "@/lib/contract/console/audit";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: PageProps<"/audit">) {
  const params = await searchParams;
  const get = (name: string) => (typeof params[name] === "string" ? params[name] : undefined);
  const input = readInput(auditList, get, { timeZone: await shownTimeZone(get("zone")) });
  return (
    <ConsolePage needs={listAudit} reads={[start(listAudit, input), start(getAuditChoices, {})]}>
      <AuditScreen />
    </ConsolePage>
  );
}
