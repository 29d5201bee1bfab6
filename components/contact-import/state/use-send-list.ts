"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { type UploadEnd, uploadMessage } from "@/components/contact-import/upload/outcome-messages";
import { readAgainLater } from "@/components/send/use-send";
import { problemIn } from "@/components/send/use-send-fault";
import { askBeforeUnload } from "@/components/ui/browser/use-leave-guard";
import { percentOf } from "@/components/ui/charts/progress-messages";
import { useToast } from "@/components/ui/overlay/toast";
import { type Answer, readAnswer } from "@/lib/client/answer";
import { write } from "@/lib/client/query";
import { type UploadProgress, upload } from "@/lib/client/upload";
import { answerMessage, uploadCounts } from "@/lib/client/upload-counts";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { beginImport, finishImport } from "@/lib/contract/console/imports";
import type { InputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";

type SendListInput = { campaign_id: string; onAnswered: () => void };

/**
 * One list, sent in one request. It is written into the journal before it leaves and again when it is answered; it goes on
 * while other pages of Switchboard are looked at, and is never sent again by itself.
 */
export function useSendList({ campaign_id, onAnswered }: SendListInput) {
  const client = useQueryClient();
  const toast = useToast();
  const out = useUploadStore(campaign_id);
  const begin = useMutation(write(beginImport));
  const finish = useMutation(write(finishImport));

  function tell(news: Partial<ListOut>) {
    const now = listOut(campaign_id);
    if (now) putUploadStore(campaign_id, { ...now, ...news });
  }

  const endOf = (error: unknown): UploadEnd => {
    const { sent, abortController } = listOut(campaign_id) ?? {};
    const percent = percentOf({ sent: sent?.sentBytes ?? 0, total: sent?.totalBytes ?? 0 });
    return { problem: problemIn(error), percent, wasStopped: abortController?.signal.aborted ?? false };
  };

  async function sendFile(file: File, signal: AbortSignal): Promise<Answer<unknown>> {
    const [startedMs, at] = [performance.now(), new Date().toISOString()];
    const onProgress = (now: UploadProgress) => tell({ sent: { ...now, startedMs, nowMs: performance.now(), at } });
    onProgress({ sentBytes: 0, totalBytes: file.size });
    return readAnswer(uploadContacts, await upload(uploadContacts, { campaign_id }, { file, onProgress, signal }));
  }

  const mutation = useMutation({
    ...write(uploadContacts),
    mutationFn: async ({ list, abortController }: SendInput) => {
      const { value } = await begin.mutateAsync(list.entry).catch(notBegun);
      const note = (ending: Omit<InputOf<typeof finishImport>, "import_id">) =>
        finish.mutateAsync({ import_id: value.data.id, ...ending }).catch(() => tell({ isUnfinished: true }));
      try {
        const answer = await sendFile(list.file, abortController.signal);
        await note({ outcome: "ok", status: answer.status, accepted: uploadCounts(answer.raw)?.accepted ?? null });
        return answer;
      } catch (error) {
        await note(auditOutcomeOf(endOf(error)));
        throw error;
      }
    },
    onSuccess: (answer, { list: { file, entry } }) => {
      onAnswered();
      tell({ answer, isSending: false });
      const { sentence, kind } = answerMessage({ raw: answer.raw, status: answer.status, sent: entry.rows });
      if (kind === "short") toast({ tone: "wait", title: `Not every row of ${file.name} was taken`, body: sentence });
      else toast({ title: `The API answered ${answer.status} to ${file.name}`, body: sentence });
    },
    onError: (error) => {
      const end = endOf(error);
      tell({ end, isSending: false });
      const { heading, sentences } = uploadMessage(end);
      toast({ tone: "fault", title: heading, body: sentences.join(" ") });
    },
    onSettled: (_answer, _error, { stopsAsking }) => {
      stopsAsking();
      readAgainLater(client, "campaigns");
    },
  });

  return {
    ...out,
    isSending: out?.isSending ?? false,
    send(list: ListToSend) {
      // A second press may come before the page has drawn that the first one counted.
      if (listOut(campaign_id)?.isSending) return;
      const abortController = new AbortController();
      putUploadStore(campaign_id, { list, abortController, isSending: true });
      mutation.mutate({ campaign_id, list, abortController, stopsAsking: askBeforeUnload() });
    },
    stop: () => out?.abortController.abort(new Problem("upstream-cut", "You stopped sending.", { outcome: "unknown" })),
    /** Lets go of how the last list ended. */
    forget: useCallback(() => {
      if (!listOut(campaign_id)?.isSending) putUploadStore(campaign_id, undefined);
    }, [campaign_id]),
  };
}

export type SendList = ReturnType<typeof useSendList>;

type SendInput = { campaign_id: string; list: ListToSend; abortController: AbortController; stopsAsking: () => void };

/** What cannot be written into the journal is not sent. */
function notBegun(error: unknown): never {
  const { code, requestId } = problemIn(error);
  const sentence = "The import journal could not be written, so the list was not sent.";
  throw new Problem(code, sentence, { outcome: "refused", cause: error, ...(requestId ? { requestId } : {}) });
}

function auditOutcomeOf({ problem, wasStopped }: UploadEnd) {
  const outcome = wasStopped ? "stopped" : problem.outcome === "refused" ? "refused" : "unknown";
  return { outcome, status: problem.upstream?.status ?? null, accepted: null } as const;
}

/** Seconds left at the pace so far; undefined until there is a pace to speak of. */
export function secondsLeft({ sentBytes, totalBytes, startedMs, nowMs }: Sent): number | undefined {
  const seconds = (nowMs - startedMs) / 1_000;
  if (seconds < 1 || sentBytes === 0) return undefined;
  return ((totalBytes - sentBytes) * seconds) / sentBytes;
}

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
type ListOut = {
  list: ListToSend;
  abortController: AbortController;
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
function useUploadStore(campaign_id: string): ListOut | undefined {
  const subscribe = useCallback((onChange: () => void) => listen({ campaign_id, onChange }), [campaign_id]);
  return useSyncExternalStore(
    subscribe,
    () => lists.get(campaign_id),
    () => undefined,
  );
}

const listOut = (campaign_id: string): ListOut | undefined => lists.get(campaign_id);

function putUploadStore(campaign_id: string, next: ListOut | undefined): void {
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
