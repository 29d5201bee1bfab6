import { useEffect, useState } from "react";
import { useMe } from "@/components/query/use-me";
import {
  forgetDraft,
  forgetResult,
  keepDraftFile,
  keepDraftWork,
  keepResult,
  readDraft,
  readResult,
} from "@/lib/contacts/draft";
import { dispatchImport } from "./dispatch-import";
import type { ListState } from "./import-state";
import { importOf } from "./import-store";
import type { Sending, SentResult } from "./sending-state";
import { useDraftLock } from "./use-draft-lock";
import type { ImportActions } from "./use-import";

const storeDelayMs = 400;

type DraftInput = {
  campaign_id: string;
  list: ListState;
  sending: Sending | undefined;
  /** An answered list is no longer stored. */
  isAnswered: boolean;
  isOnResult: boolean;
  onFile: ImportActions["onFile"];
  isReady: boolean;
};

/**
 * Stores the list and its edits in this browser until it is sent. Restores them after a reload. `forget` deletes them,
 * unless another tab stores them.
 */
export function useDraft({ campaign_id, list, sending, isAnswered, isOnResult, onFile, isReady }: DraftInput) {
  const { id: personId } = useMe();
  const { file, plan, book, checked } = list.step === "open" ? list : {};
  const rows = checked?.report.rows;
  const sheet = book?.sheet;
  const lock = useDraftLock(`import ${personId} ${campaign_id}`, file !== undefined && !isAnswered);
  const isOwn = lock?.isOwn === true;

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
    if (!file || !plan || isAnswered || !isOwn) return;
    const owner = { personId, campaign_id };
    const store = async () => {
      const { draft } = importOf(campaign_id);
      const isNew = draft?.file !== file;
      const id = isNew ? crypto.randomUUID() : draft.id;
      if (isNew) {
        dispatchImport(campaign_id, { kind: "draft-kept", draft: { id, file, isStored: undefined } });
        await keepDraftFile(owner, { id, file });
      }
      const isStored = await keepDraftWork(owner, { id, plan, sheet, rows });
      dispatchImport(campaign_id, { kind: "draft-kept", draft: { id, file, isStored } });
    };
    const timer = setTimeout(store, storeDelayMs);
    return () => clearTimeout(timer);
  }, [file, sheet, plan, rows, isAnswered, isOwn, personId, campaign_id]);

  useResult({ campaign_id, sending, isOnResult });

  const forget = async () => {
    if (lock?.isOwn === false) return;
    dispatchImport(campaign_id, { kind: "draft-kept", draft: undefined });
    await forgetDraft({ personId, campaign_id });
  };
  /** The draft of another campaign. */
  const draftOf = (other: string) => readDraft({ personId, campaign_id: other });
  return { forget, draftOf, lock };
}

type ResultInput = Pick<DraftInput, "campaign_id" | "sending" | "isOnResult">;

function useResult({ campaign_id, sending, isOnResult }: ResultInput) {
  const { id: personId } = useMe();
  const [isFirst] = useState(isOnResult);

  useEffect(() => {
    const owner = { personId, campaign_id };
    let isUnmounted = false;
    if (isFirst)
      readResult<SentResult>(owner).then((result) => {
        if (result && !isUnmounted) dispatchImport(campaign_id, { kind: "result-restored", result });
      });
    return () => {
      isUnmounted = true;
      void forgetResult(owner);
    };
  }, [isFirst, personId, campaign_id]);

  useEffect(() => {
    const owner = { personId, campaign_id };
    if (sending?.step !== "answered") return;
    const { abortController: _, list, ...result } = sending;
    const { writeLeftOut: __, ...stored } = list;
    void keepResult(owner, { ...result, list: stored } satisfies SentResult);
    return () => void forgetResult(owner);
  }, [sending, personId, campaign_id]);
}
