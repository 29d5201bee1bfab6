"use client";

import { Button } from "@/components/ui/button";
import { useAnnounce } from "@/components/ui/live-region";
import { saveFile } from "@/components/ui/save-file";
import { count } from "./count";
import { csvName, logCsv } from "./log-csv";
import type { Desk } from "./use-desk";
import { useMatches } from "./use-matches";

/** Saves the rows the filters show, made here in the browser. */
export function ExportLog({ desk }: { desk: Desk }) {
  const { own, filter, targets, chosen } = desk;
  const announce = useAnnounce();
  const rows = useMatches(desk)?.rows ?? [];

  function save() {
    if (!own) return;
    const webhook = chosen && (targets.get(chosen)?.host ?? chosen);
    saveFile(csvName({ filter, webhook, readMs: own.readMs }), logCsv(rows, targets), "text/csv;charset=utf-8");
    announce(`${count(rows.length, "entry", "entries")} saved as CSV`);
  }

  return (
    <Button
      icon="dl"
      disabled={rows.length === 0}
      title={rows.length === 0 ? "No entry to export" : `Save ${count(rows.length, "entry", "entries")} as CSV`}
      onClick={save}
    >
      Export
    </Button>
  );
}
