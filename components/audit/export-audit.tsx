"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { useToast } from "@/components/ui/toast";
import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import { type AuditEntry, listAudit } from "@/lib/contract/console/audit";
import { auditCsv } from "./audit-csv";
import type { AuditFilters } from "./audit-filters";

const atMost = 20_000;
const atOnce = 500;

/** Every entry that the filters let through, not only the page that is shown. */
export function ExportAudit({ filters, total }: { filters: AuditFilters; total: number | undefined }) {
  const toast = useToast();
  const save = useMutation({
    mutationFn: () => readAll(filters),
    networkMode: "always",
    onSuccess: (entries) => {
      saveFile(`audit-${new Date().toISOString().slice(0, 10)}.csv`, auditCsv(entries), "text/csv;charset=utf-8");
      const rest =
        (total ?? 0) > entries.length ? ` Only the newest ${atMost.toLocaleString("en-US")} fit one file.` : "";
      toast({ title: `Exported ${entries.length.toLocaleString("en-US")} entries`, body: `As filtered.${rest}` });
    },
    onError: (error) => toast({ tone: "fault", title: "Nothing was exported", body: error.message }),
  });
  return (
    <Button
      icon="dl"
      disabled={!total}
      isSending={save.isPending}
      sendingLabel="Reading…"
      onClick={() => save.mutate()}
    >
      Export CSV
    </Button>
  );
}

async function readAll({ before: _page, ...filters }: AuditFilters) {
  const entries: AuditEntry[] = [];
  let before: string | undefined;
  do {
    const input = { ...filters, limit: atOnce, ...(before === undefined ? {} : { before }) };
    const { data, next } = readAnswer(listAudit, await call(listAudit, input)).value;
    entries.push(...data);
    before = next ?? undefined;
  } while (before !== undefined && entries.length < atMost);
  return entries;
}
