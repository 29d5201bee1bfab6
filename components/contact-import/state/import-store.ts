"use client";

import { useCallback, useSyncExternalStore } from "react";
import { type ImportAction, type ImportState, importReducer, noImport } from "./import-state";

// Sending goes on while other pages are looked at: what is known of an import lives as long as the tab, not as the page.
const imports = new Map<string, ImportState>();
const listeners = new Set<{ campaign_id: string; onChange: () => void }>();

/** The import into a campaign, as it is this moment: what is drawn may lag behind it. */
export const importOf = (campaign_id: string): ImportState => imports.get(campaign_id) ?? noImport;

export function dispatchImport(campaign_id: string, action: ImportAction): void {
  const before = importOf(campaign_id);
  const next = importReducer(before, action);
  if (next === before) return;
  if (next === noImport) imports.delete(campaign_id);
  else imports.set(campaign_id, next);
  for (const each of listeners) if (each.campaign_id === campaign_id) each.onChange();
}

export function useImportState(campaign_id: string): ImportState {
  const subscribe = useCallback((onChange: () => void) => listen({ campaign_id, onChange }), [campaign_id]);
  return useSyncExternalStore(
    subscribe,
    () => importOf(campaign_id),
    () => noImport,
  );
}

function listen(listener: { campaign_id: string; onChange: () => void }) {
  const { campaign_id } = listener;
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // Whoever subscribes anew in the same moment has not left.
    queueMicrotask(() => {
      const isWatched = [...listeners].some((each) => each.campaign_id === campaign_id);
      if (!isWatched) dispatchImport(campaign_id, { kind: "page-left" });
    });
  };
}
