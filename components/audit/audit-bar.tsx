"use client";

import { useEffect, useState } from "react";
import { TableTools } from "@/components/data-table/table-tools";
import { FilterChip } from "@/components/ui/filter-chip";
import { SearchField } from "@/components/ui/search-field";
import { useUrlState } from "@/components/ui/use-url-state";
import { actionWords, wordsFor } from "@/lib/contract/action-labels";
import { apiOperations } from "@/lib/contract/api";
import { consoleOperations } from "@/lib/contract/console";
import { auditOutcomes } from "@/lib/contract/console/audit";
import { isWrite } from "@/lib/contract/operation";
import { auditColumns } from "./audit-table";
import { outcomeWord } from "./outcome";

const operations = [...apiOperations, ...consoleOperations];
const reads = new Set(operations.filter((op) => !isWrite(op)).map(({ id }) => id as string));
const actions = Object.keys(actionWords)
  .filter((action) => !reads.has(action))
  .map((value) => ({ value, label: wordsFor(value) }));
const outcomes = auditOutcomes.map((value) => ({ value, label: outcomeWord(value) }));
const askAfterMs = 300;

export function AuditBar({ shown, total }: { shown: number; total: number | undefined }) {
  const url = useUrlState();
  const change = (part: Record<string, string | undefined>) =>
    url.set({ ...part, before: undefined, entry: undefined });
  return (
    <div className="bar">
      <TextFilter />
      <FilterChip name="What" options={actions} value={url.get("action")} onChange={(action) => change({ action })} />
      <FilterChip
        name="Answer"
        options={outcomes}
        value={url.get("outcome")}
        onChange={(outcome) => change({ outcome })}
      />
      <span className="grow" />
      {total !== undefined && (
        <span className="note">
          {shown} shown of {total.toLocaleString("en-US")}
        </span>
      )}
      <TableTools name="audit" columns={auditColumns} />
    </div>
  );
}

/** Searching asks the server, so it waits until the typing rests. */
function TextFilter() {
  const { get, set } = useUrlState();
  const [typed, setTyped] = useState(get("text") ?? "");
  const asked = get("text") ?? "";
  useEffect(() => {
    if (typed === asked) return;
    const timer = setTimeout(
      () => set({ text: typed, before: undefined, entry: undefined }, { replaces: true }),
      askAfterMs,
    );
    return () => clearTimeout(timer);
  }, [typed, asked, set]);
  return (
    <SearchField
      label="Person, record, message, request"
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
