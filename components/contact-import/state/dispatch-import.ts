import { useEffect } from "react";
import { type ImportAction, type ImportState, importReducer, noImport } from "./import-state";
import { importOf, storeImport, useStoredImport } from "./import-store";

export const noCampaign = "";

export function dispatchImport(campaign_id: string, action: ImportAction): void {
  const before = importOf(campaign_id);
  const next = importReducer(before, action);
  if (next !== before) storeImport(campaign_id, next);
}

export function useImportState(campaign_id: string): ImportState {
  useEffect(() => () => dispatchImport(campaign_id, { kind: "page-left" }), [campaign_id]);
  return useStoredImport(campaign_id);
}

/** Moves a list that has no campaign into one. Its page opens the file again and continues with the same decisions. */
export function chooseCampaign(campaign_id: string): void {
  const { list } = importOf(noCampaign);
  if (list.step !== "open") return;
  dispatchImport(campaign_id, { kind: "list-moved", list });
  storeImport(noCampaign, noImport);
}
