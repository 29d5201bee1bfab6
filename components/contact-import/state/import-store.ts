"use client";

import { useCallback, useState, useSyncExternalStore } from "react";
import { type ImportAction, type ImportState, importReducer, noImport } from "./import-state";

// Module-level on purpose: an upload continues while other pages are open.
const imports = new Map<string, ImportState>();
/** `visit` identifies one mount of the page. */
type Listener = { campaign_id: string; visit: symbol; onChange: () => void };
const listeners = new Set<Listener>();

/** The current state of an import. Rendered state may lag behind it. */
export const importOf = (campaign_id: string): ImportState => imports.get(campaign_id) ?? noImport;

export function dispatchImport(campaign_id: string, action: ImportAction): void {
  const before = importOf(campaign_id);
  const next = importReducer(before, action);
  if (next === before) return;
  if (next === noImport) imports.delete(campaign_id);
  else imports.set(campaign_id, next);
  for (const listener of listeners) if (listener.campaign_id === campaign_id) listener.onChange();
}

export function useImportState(campaign_id: string): ImportState {
  const [visit] = useState(() => Symbol());
  const subscribe = useCallback(
    (onChange: () => void) => listen({ campaign_id, visit, onChange }),
    [campaign_id, visit],
  );
  return useSyncExternalStore(
    subscribe,
    () => importOf(campaign_id),
    () => noImport,
  );
}

function listen(listener: Listener) {
  const { campaign_id, visit } = listener;
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // Deferred, because a resubscription in the same tick is not a page leave.
    queueMicrotask(() => {
      const isThere = [...listeners].some(
        (listener) => listener.campaign_id === campaign_id && listener.visit === visit,
      );
      if (!isThere) dispatchImport(campaign_id, { kind: "page-left" });
    });
  };
}
