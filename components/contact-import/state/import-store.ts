"use client";

import { useCallback, useState, useSyncExternalStore } from "react";
import { type ImportAction, type ImportState, importReducer, noImport } from "./import-state";

// Sending goes on while other pages are looked at: what is known of an import lives as long as the tab, not as the page.
const imports = new Map<string, ImportState>();
/** `visit` is one page as long as it stands. */
type Listener = { campaign_id: string; visit: symbol; onChange: () => void };
const listeners = new Set<Listener>();

/** The import into a campaign, as it is this moment: what is drawn may lag behind it. */
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
    // A page that subscribes anew in the same moment has not left; another page may have come in that moment.
    queueMicrotask(() => {
      const isThere = [...listeners].some(
        (listener) => listener.campaign_id === campaign_id && listener.visit === visit,
      );
      if (!isThere) dispatchImport(campaign_id, { kind: "page-left" });
    });
  };
}
