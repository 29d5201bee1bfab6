import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { auditFilters } from "@/components/audit/audit-filters";
import { AuditScreen } from "@/components/audit/audit-screen";
import { getAuditChoices, listAudit } from "@/lib/contract/console/audit";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: PageProps<"/audit">) {
  const params = await searchParams;
  const filters = auditFilters((name) => (typeof params[name] === "string" ? params[name] : undefined), "UTC");
  return (
    <ConsolePage needs={listAudit} reads={[start(listAudit, filters), start(getAuditChoices, {})]}>
      <AuditScreen />
    </ConsolePage>
  );
}
