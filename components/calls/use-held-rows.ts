import { useState } from "react";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { callsTableId } from "./calls-table";

/**
 * Rows to show. New rows wait while the table has the pointer or the focus, so that no row moves under it. A change of `scope`
 * shows them at once.
 */
export function useHeldRows(rows: readonly FoundCall[], scope: string) {
  const [shown, setShown] = useState({ rows, scope, latest: rows });
  const show = () => setShown({ rows, scope, latest: rows });
  if (rows !== shown.latest || scope !== shown.scope) {
    const waits = scope === shown.scope && newIn(rows, shown.rows) > 0 && isBeingRead();
    setShown(waits ? { ...shown, latest: rows } : { rows, scope, latest: rows });
  }
  return { rows: shown.rows, waiting: newIn(shown.latest, shown.rows), show };
}

function newIn(rows: readonly FoundCall[], before: readonly FoundCall[]) {
  const ids = new Set(before.map(({ call_id }) => call_id));
  return before.length === 0 ? 0 : rows.filter(({ call_id }) => !ids.has(call_id)).length;
}

function isBeingRead() {
  const table = document.getElementById(callsTableId);
  return table !== null && (table.matches(":hover") || table.contains(document.activeElement));
}
