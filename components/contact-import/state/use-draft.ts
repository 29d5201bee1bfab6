"use client";

import { useCallback, useEffect, useRef } from "react";
import { useMe } from "@/components/query/use-me";
import { useToast } from "@/components/ui/overlay/toast";
import { type DraftFile, forgetDraft, keepDraftFile, keepDraftWork, readDraft } from "@/lib/contacts/draft";
import type { ListState } from "./import-state";
import { dispatchImport, importOf } from "./import-store";
import type { ImportActions } from "./use-import";

const storeDelayMs = 400;

type DraftInput = {
  campaign_id: string;
  list: ListState;
  /** An answered list is no longer stored. */
  isAnswered: boolean;
  onFile: ImportActions["onFile"];
  isReady: boolean;
};

/** Stores the list and its edits in this browser until it is sent. Restores them after a reload. */
export function useDraft({ campaign_id, list, isAnswered, onFile, isReady }: DraftInput) {
  const { id: personId } = useMe();
  const toast = useToast();
  const stored = useRef<DraftFile>(undefined);
  const { file, plan, book } = list.step === "open" ? list : {};
  const sheet = book?.sheet;

  useEffect(() => {
    if (!isReady) return;
    let isUnmounted = false;
    readDraft({ personId, campaign_id }).then((draft) => {
      if (isUnmounted || !draft) return;
      // A file chosen in the meantime wins over the draft.
      if (importOf(campaign_id).list.step !== "none") return void forgetDraft({ personId, campaign_id });
      stored.current = draft;
      if (!isOwnFile(campaign_id, draft.file)) toast({ tone: "wait", title: "This list was chosen in another tab." });
      void onFile(draft.file, draft.work);
      dispatchImport(campaign_id, { kind: "draft-kept", file: draft.file, isStored: true });
    });
    return () => {
      isUnmounted = true;
    };
  }, [isReady, personId, campaign_id, onFile, toast]);

  useEffect(() => {
    if (!file || !plan || isAnswered) return;
    rememberFile(campaign_id, file);
    const draftKey = { personId, campaign_id };
    const store = async () => {
      let draft = stored.current;
      if (draft?.file !== file) {
        draft = { id: crypto.randomUUID(), file };
        stored.current = draft;
        await keepDraftFile(draftKey, draft);
      }
      const isStored = await keepDraftWork(draftKey, { id: draft.id, plan, sheet });
      dispatchImport(campaign_id, { kind: "draft-kept", file, isStored });
    };
    const timer = setTimeout(store, storeDelayMs);
    // Store again on focus, because another tab may have overwritten the draft.
    const onFocus = () => stored.current?.file === file && void store();
    window.addEventListener("focus", onFocus);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", onFocus);
    };
  }, [file, sheet, plan, isAnswered, personId, campaign_id]);

  const forget = useCallback(() => {
    stored.current = undefined;
    return forgetDraft({ personId, campaign_id });
  }, [personId, campaign_id]);

  return {
    forgetDraft: forget,
    /** Call when another file is chosen, so that a reload does not restore the old one. */
    forgetOther: useCallback(() => {
      if (stored.current) void forget();
    }, [forget]),
  };
}

/** Remembers the file of this tab. Another tab may overwrite the shared draft. */
function rememberFile(campaign_id: string, file: File): void {
  try {
    sessionStorage.setItem(keyOf(campaign_id), markOf(file));
  } catch {
    // Without session storage, the notice about another tab is skipped.
  }
}

function isOwnFile(campaign_id: string, file: File): boolean {
  try {
    const storedMark = sessionStorage.getItem(keyOf(campaign_id));
    return storedMark === null || storedMark === markOf(file);
  } catch {
    return true;
  }
}

const keyOf = (campaign_id: string) => `import file ${campaign_id}`;

const markOf = ({ name, size, lastModified }: File) => JSON.stringify([name, size, lastModified]);
