import { useSyncExternalStore } from "react";
import { setRunningUpload } from "@/components/send/running-upload";
import { percentOf } from "@/components/ui/charts/progress";
import { type ImportState, noImport } from "./import-state";

// Module-level on purpose: an upload continues while other pages are open.
const imports = new Map<string, ImportState>();
const listeners = new Set<() => void>();

/** The current state of an import. Rendered state may lag behind it. */
export const importOf = (campaign_id: string): ImportState => imports.get(campaign_id) ?? noImport;

export function storeImport(campaign_id: string, state: ImportState): void {
  if (state === noImport) imports.delete(campaign_id);
  else imports.set(campaign_id, state);
  setRunningUpload(runningIn([...imports.values()]));
  for (const onChange of listeners) onChange();
}

function runningIn(all: readonly ImportState[]) {
  const sending = all.find((state) => state.sending?.step === "sending")?.sending;
  if (sending?.step !== "sending") return undefined;
  const { list, sent } = sending;
  const percent = percentOf({ sent: sent?.sentBytes ?? 0, total: sent?.totalBytes ?? 0 });
  return { campaign_id: list.entry.campaign_id, fileName: list.entry.file_name, percent };
}

export const useStoredImport = (campaign_id: string): ImportState =>
  useSyncExternalStore(
    listen,
    () => importOf(campaign_id),
    () => noImport,
  );

function listen(onChange: () => void) {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}
