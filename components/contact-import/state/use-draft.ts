"use client";

import { useEffect, useRef, useState } from "react";
import { useMe } from "@/components/query/use-me";
import { useToast } from "@/components/ui/overlay/toast";
import { type DraftFile, forgetDraft, keepDraftFile, keepDraftWork, readDraft } from "@/lib/contacts/draft";
import type { Import } from "./use-import";

export type DraftState = "looking" | "none" | "kept" | "not-kept";

const restMs = 400;

type DraftInput = { campaign_id: string; list: Import; isReady: boolean };

/** Keeps a list and its edits in this browser until it is sent, and brings them back after a reload. */
export function useDraft({ campaign_id, list, isReady }: DraftInput) {
  const { id: personId } = useMe();
  const toast = useToast();
  const [state, setState] = useState<DraftState>("looking");
  const kept = useRef<DraftFile>(undefined);
  const { onFile } = list;
  const { file, plan } = list.state;
  const isUntouched = useRef(true);
  useEffect(() => {
    isUntouched.current = file.step === "none";
  }, [file]);
  const chosen = file.step === "open" ? file.file : undefined;
  const sheet = file.step === "open" ? file.book?.sheet : undefined;

  useEffect(() => {
    if (!isReady) return;
    let hasLeft = false;
    readDraft({ personId, campaign_id }).then((draft) => {
      if (hasLeft) return;
      setState(draft ? "kept" : "none");
      if (!draft) return;
      // A file that was chosen meanwhile is what its person wants.
      if (!isUntouched.current) return void forgetDraft({ personId, campaign_id });
      kept.current = draft;
      if (!isOwnFile(campaign_id, draft.file)) toast({ tone: "wait", title: "This list was chosen in another tab." });
      onFile(draft.file, draft.work);
    });
    return () => {
      hasLeft = true;
    };
  }, [isReady, personId, campaign_id, onFile, toast]);

  useEffect(() => {
    if (file.step === "none" || !kept.current || kept.current.file === file.file) return;
    // Whether the next one can be read or not: a reload must not bring back the one before as if it were this one.
    kept.current = undefined;
    setState("none");
    void forgetDraft({ personId, campaign_id });
  }, [file, personId, campaign_id]);

  useEffect(() => {
    if (!chosen || !plan) return;
    keepOwnFile(campaign_id, chosen);
    const of = { personId, campaign_id };
    const timer = setTimeout(async () => {
      let own = kept.current;
      if (own?.file !== chosen) {
        own = { id: crypto.randomUUID(), file: chosen };
        kept.current = own;
        await keepDraftFile(of, own);
      }
      setState((await keepDraftWork(of, { id: own.id, plan, sheet })) ? "kept" : "not-kept");
    }, restMs);
    return () => clearTimeout(timer);
  }, [chosen, sheet, plan, personId, campaign_id]);

  return {
    draft: state,
    forgetDraft: () => {
      kept.current = undefined;
      return forgetDraft({ personId, campaign_id });
    },
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
