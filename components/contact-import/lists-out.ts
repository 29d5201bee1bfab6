import { useCallback, useSyncExternalStore } from "react";
import type { Answer } from "@/lib/client/answer";
import type { UploadProgress } from "@/lib/client/upload";
import type { beginImport } from "@/lib/contract/console/imports";
import type { InputOf } from "@/lib/contract/operation";
import type { UploadEnd } from "./upload-words";

export type ListToSend = {
  file: File;
  entry: InputOf<typeof beginImport>;
  /** Rows of the person's own file that stay behind. */
  leftOut: number;
  /** When the file was put together. */
  preparedMs: number;
};

export type Sent = UploadProgress & { startedMs: number; nowMs: number; at: string };

/** A list that is on its way to a campaign, and then how that ended. */
export type ListOut = {
  list: ListToSend;
  stopper: AbortController;
  isSending: boolean;
  /** Undefined until the journal took the list's entry. */
  sent?: Sent;
  /** The journal could not be told how it ended. */
  isUnfinished?: true;
  answer?: Answer<unknown>;
  end?: UploadEnd;
};

// Sending goes on while other pages are looked at: what is known of it lives as long as the tab, not as the page.
const lists = new Map<string, ListOut>();
const listeners = new Set<{ campaign_id: string; onChange: () => void }>();

/** The last list that left this tab for a campaign. Its end is forgotten once the page that shows it is left. */
export function useListOut(campaign_id: string): ListOut | undefined {
  const subscribe = useCallback((onChange: () => void) => listen({ campaign_id, onChange }), [campaign_id]);
  return useSyncExternalStore(
    subscribe,
    () => lists.get(campaign_id),
    () => undefined,
  );
}

export const listOut = (campaign_id: string): ListOut | undefined => lists.get(campaign_id);

export function putListOut(campaign_id: string, next: ListOut | undefined): void {
  if (next) lists.set(campaign_id, next);
  else lists.delete(campaign_id);
  for (const each of listeners) if (each.campaign_id === campaign_id) each.onChange();
}

function listen(listener: { campaign_id: string; onChange: () => void }) {
  const { campaign_id } = listener;
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // Whoever subscribes anew in the same moment has not left.
    queueMicrotask(() => {
      const isWatched = [...listeners].some((each) => each.campaign_id === campaign_id);
      if (!isWatched && !lists.get(campaign_id)?.isSending) lists.delete(campaign_id);
    });
  };
}
