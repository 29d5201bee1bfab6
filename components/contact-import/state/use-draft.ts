"use client";

import { useEffect } from "react";
import { useMe } from "@/components/query/use-me";
import { forgetDraft, keepDraftFile, keepDraftWork, readDraft } from "@/lib/contacts/draft";
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

/**
 * Stores the list and its edits in this browser until it is sent. Restores them after a reload. Returns a function that
 * deletes them.
 */
export function useDraft({ campaign_id, list, isAnswered, onFile, isReady }: DraftInput) {
  const { id: personId } = useMe();
  const { file, plan, book } = list.step === "open" ? list : {};
  const sheet = book?.sheet;

  useEffect(() => {
    if (!isReady) return;
    let isUnmounted = false;
    readDraft({ personId, campaign_id }).then((draft) => {
      if (isUnmounted || !draft) return;
      // A file chosen in the meantime wins over the draft.
      if (importOf(campaign_id).list.step !== "none") return void forgetDraft({ personId, campaign_id });
      const { id, file, work } = draft;
      void onFile(file, work);
      dispatchImport(campaign_id, { kind: "draft-kept", draft: { id, file, isStored: true } });
    });
    return () => {
      isUnmounted = true;
    };
  }, [isReady, personId, campaign_id, onFile]);

  useEffect(() => {
    if (!file || !plan || isAnswered) return;
    const owner = { personId, campaign_id };
    const store = async () => {
      const { draft } = importOf(campaign_id);
      const isNew = draft?.file !== file;
      const id = isNew ? crypto.randomUUID() : draft.id;
      if (isNew) {
        dispatchImport(campaign_id, { kind: "draft-kept", draft: { id, file, isStored: undefined } });
        await keepDraftFile(owner, { id, file });
      }
      const isStored = await keepDraftWork(owner, { id, plan, sheet });
      dispatchImport(campaign_id, { kind: "draft-kept", draft: { id, file, isStored } });
    };
    const timer = setTimeout(store, storeDelayMs);
    return () => clearTimeout(timer);
  }, [file, sheet, plan, isAnswered, personId, campaign_id]);

  return () => {
    dispatchImport(campaign_id, { kind: "draft-kept", draft: undefined });
    return forgetDraft({ personId, campaign_id });
  };
}
