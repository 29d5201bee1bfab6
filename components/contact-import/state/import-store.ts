"use client";

import { useSyncExternalStore } from "react";
import { percentOf } from "@/components/ui/charts/progress";
import type { ImportState } from "./import-state";

export const noImport: ImportState = { list: { step: "none" }, turn: 0, draft: undefined, sending: undefined };

// Module-level on purpose: an upload continues while other pages are open.
const imports = new Map<string, ImportState>();
const listeners = new Set<() => void>();

/** The current state of an import. Rendered state may lag behind it. */
export const importOf = (campaign_id: string): ImportState => imports.get(campaign_id) ?? noImport;

export function storeImport(campaign_id: string, state: ImportState): void {
  if (state === noImport) imports.delete(campaign_id);
  else imports.set(campaign_id, state);
  for (const onChange of listeners) onChange();
}

export const useStoredImport = (campaign_id: string): ImportState =>
  useSyncExternalStore(
    listen,
    () => importOf(campaign_id),
    () => noImport,
  );

/** The upload that runs in this tab. */
export function useRunningUpload() {
  const running = useSyncExternalStore(listen, runningImport, () => undefined);
  if (running?.step !== "sending") return undefined;
  const { list, sent } = running;
  const percent = percentOf({ sent: sent?.sentBytes ?? 0, total: sent?.totalBytes ?? 0 });
  return { campaign_id: list.entry.campaign_id, fileName: list.entry.file_name, percent };
}

const runningImport = () => [...imports.values()].find(({ sending }) => sending?.step === "sending")?.sending;

function listen(onChange: () => void) {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}
