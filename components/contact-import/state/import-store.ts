"use client";

import { useEffect, useSyncExternalStore } from "react";
import { type ImportAction, type ImportState, importReducer, noImport } from "./import-state";

// Module-level on purpose: an upload continues while other pages are open.
const imports = new Map<string, ImportState>();
const listeners = new Set<() => void>();

/** The current state of an import. Rendered state may lag behind it. */
export const importOf = (campaign_id: string): ImportState => imports.get(campaign_id) ?? noImport;

export function dispatchImport(campaign_id: string, action: ImportAction): void {
  const before = importOf(campaign_id);
  const next = importReducer(before, action);
  if (next === before) return;
  if (next === noImport) imports.delete(campaign_id);
  else imports.set(campaign_id, next);
  for (const onChange of listeners) onChange();
}

export function useImportState(campaign_id: string): ImportState {
  useEffect(() => () => dispatchImport(campaign_id, { kind: "page-left" }), [campaign_id]);
  return useSyncExternalStore(
    listen,
    () => importOf(campaign_id),
    () => noImport,
  );
}

function listen(onChange: () => void) {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}
