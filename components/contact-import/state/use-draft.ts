"use client";

import { useCallback, useEffect, useRef } from "react";
import { useMe } from "@/components/query/use-me";
import { useToast } from "@/components/ui/overlay/toast";
import { type DraftFile, forgetDraft, keepDraftFile, keepDraftWork, readDraft } from "@/lib/contacts/draft";
import type { ListState } from "./import-state";
import { dispatchImport, importOf } from "./import-store";
import type { Import } from "./use-import";

const restMs = 400;

type DraftInput = {
  campaign_id: string;
  list: ListState;
  /** A list that was answered is no draft any more. */
  isAnswered: boolean;
  onFile: Import["onFile"];
  isReady: boolean;
};

/** Keeps a list and its edits in this browser until it is sent, and brings them back after a reload. */
export function useDraft({ campaign_id, list, isAnswered, onFile, isReady }: DraftInput) {
  const { id: personId } = useMe();
  const toast = useToast();
  const kept = useRef<DraftFile>(undefined);
  const { file, plan, book } = list.step === "open" ? list : {};
  const sheet = book?.sheet;

  useEffect(() => {
    if (!isReady) return;
    let hasLeft = false;
    readDraft({ personId, campaign_id }).then((draft) => {
      if (hasLeft || !draft) return;
      // A file that was chosen meanwhile is what its person wants.
      if (importOf(campaign_id).list.step !== "none") return void forgetDraft({ personId, campaign_id });
      kept.current = draft;
      if (!isOwnFile(campaign_id, draft.file)) toast({ tone: "wait", title: "This list was chosen in another tab." });
      void onFile(draft.file, draft.work);
      dispatchImport(campaign_id, { kind: "draft-kept", file: draft.file, isKept: true });
    });
    return () => {
      hasLeft = true;
    };
  }, [isReady, personId, campaign_id, onFile, toast]);

  useEffect(() => {
    if (!file || !plan || isAnswered) return;
    keepOwnFile(campaign_id, file);
    const of = { personId, campaign_id };
    const keep = async () => {
      let own = kept.current;
      if (own?.file !== file) {
        own = { id: crypto.randomUUID(), file };
        kept.current = own;
        await keepDraftFile(of, own);
      }
      const isKept = await keepDraftWork(of, { id: own.id, plan, sheet });
      dispatchImport(campaign_id, { kind: "draft-kept", file, isKept });
    };
    const timer = setTimeout(keep, restMs);
    // Another tab may have taken its place meanwhile. What was sent is forgotten, and stays so.
    const onFocus = () => kept.current?.file === file && void keep();
    window.addEventListener("focus", onFocus);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", onFocus);
    };
  }, [file, sheet, plan, isAnswered, personId, campaign_id]);

  const forget = useCallback(() => {
    kept.current = undefined;
    return forgetDraft({ personId, campaign_id });
  }, [personId, campaign_id]);

  return {
    forgetDraft: forget,
    /** Another file was chosen: whether it can be read or not, a reload must not bring back the one before as if it were it. */
    forgetOther: useCallback(() => {
      if (kept.current) void forget();
    }, [forget]),
  };
}

/** Which file this tab was at work on: another tab's choice takes its place in the browser's own storage. */
function keepOwnFile(campaign_id: string, file: File): void {
  try {
    sessionStorage.setItem(keyOf(campaign_id), markOf(file));
  } catch {
    // Nothing is said of another tab where this browser keeps nothing.
  }
}

function isOwnFile(campaign_id: string, file: File): boolean {
  try {
    const own = sessionStorage.getItem(keyOf(campaign_id));
    return own === null || own === markOf(file);
  } catch {
    return true;
  }
}

const keyOf = (campaign_id: string) => `import file ${campaign_id}`;

const markOf = ({ name, size, lastModified }: File) => JSON.stringify([name, size, lastModified]);
