"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { percentOf } from "@/components/ui/progress-words";
import { useToast } from "@/components/ui/toast";
import { readAgainLater } from "@/components/ui/use-send";
import { problemIn } from "@/components/ui/use-send-fault";
import { type Answer, readAnswer } from "@/lib/client/answer";
import { write } from "@/lib/client/query";
import { type UploadProgress, upload } from "@/lib/client/upload";
import { uploadContacts } from "@/lib/contract/campaigns";
import { beginImport, finishImport } from "@/lib/contract/imports";
import type { InputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { countWords, uploadCounts } from "./upload-counts";
import { type UploadEnd, uploadWords } from "./upload-words";

export type ListToSend = { file: File; entry: InputOf<typeof beginImport> };

export type Sent = UploadProgress & { startedMs: number; nowMs: number; at: string };

/**
 * One list, sent in one request. It is written into the journal before it leaves and again when it is answered; it goes on
 * while other pages of Switchboard are looked at, and is never sent again by itself.
 */
export function useSendList({ onAnswered }: { onAnswered: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const stopper = useRef<AbortController>(undefined);
  const progress = useRef<UploadProgress>(undefined);
  // A second press may come before the page has drawn that the first one counted.
  const isOut = useRef(false);
  const [sent, setSent] = useState<Sent>();
  const [isUnfinished, setIsUnfinished] = useState(false);
  const begin = useMutation(write(beginImport));
  const finish = useMutation(write(finishImport));

  const endOf = (error: unknown): UploadEnd => {
    const { sentBytes = 0, totalBytes = 0 } = progress.current ?? {};
    const percent = percentOf({ sent: sentBytes, total: totalBytes });
    return { problem: problemIn(error), percent, wasStopped: stopper.current?.signal.aborted ?? false };
  };

  async function sendFile(campaign_id: string, file: File): Promise<Answer<unknown>> {
    const [startedMs, at] = [performance.now(), new Date().toISOString()];
    const onProgress = (now: UploadProgress) => {
      progress.current = now;
      setSent({ ...now, startedMs, nowMs: performance.now(), at });
    };
    stopper.current = new AbortController();
    onProgress({ sentBytes: 0, totalBytes: file.size });
    const { signal } = stopper.current;
    return readAnswer(uploadContacts, await upload(uploadContacts, { campaign_id }, { file, onProgress, signal }));
  }

  const mutation = useMutation({
    ...write(uploadContacts),
    mutationFn: async ({ file, entry }: { campaign_id: string } & ListToSend) => {
      const { value } = await begin.mutateAsync(entry).catch(notBegun);
      const note = (ending: Omit<InputOf<typeof finishImport>, "import_id">) =>
        finish.mutateAsync({ import_id: value.data.id, ...ending }).catch(() => setIsUnfinished(true));
      try {
        const answer = await sendFile(entry.campaign_id, file);
        await note({ outcome: "ok", status: answer.status, accepted: uploadCounts(answer.raw)?.accepted ?? null });
        return answer;
      } catch (error) {
        await note(endingOf(endOf(error)));
        throw error;
      }
    },
    onSuccess: ({ status, raw }, { file, entry }) => {
      onAnswered();
      const counts = uploadCounts(raw);
      const said = counts && countWords(counts, entry.rows);
      if (said?.isShort) toast({ tone: "wait", title: `Not every row of ${file.name} was taken`, body: said.sentence });
      else
        toast({ title: `The API answered ${status} to ${file.name}`, body: "The answer is kept with the campaign." });
    },
    onError: (error) => {
      const { heading, sentences } = uploadWords(endOf(error));
      toast({ tone: "fault", title: heading, body: sentences.join(" ") });
    },
    onSettled: () => {
      isOut.current = false;
      readAgainLater(client, "campaigns");
    },
  });

  return {
    send(list: ListToSend) {
      if (isOut.current) return;
      isOut.current = true;
      mutation.mutate({ campaign_id: list.entry.campaign_id, ...list });
    },
    stop: () => stopper.current?.abort(new Problem("upstream-cut", "You stopped sending.", { outcome: "unknown" })),
    forget: mutation.reset,
    isSending: mutation.isPending,
    /** What left this browser, once something did. */
    list: mutation.variables,
    sent,
    /** The journal could not be told how it ended. */
    isUnfinished,
    answer: mutation.data,
    end: mutation.error ? endOf(mutation.error) : undefined,
  };
}

export type SendList = ReturnType<typeof useSendList>;

/** What cannot be written into the journal is not sent. */
function notBegun(error: unknown): never {
  const { code, requestId } = problemIn(error);
  const sentence = "The import journal could not be written, so the list was not sent.";
  throw new Problem(code, sentence, { outcome: "refused", cause: error, ...(requestId ? { requestId } : {}) });
}

function endingOf({ problem, wasStopped }: UploadEnd) {
  const outcome = wasStopped ? "stopped" : problem.outcome === "refused" ? "refused" : "unknown";
  return { outcome, status: problem.upstream?.status ?? null, accepted: null } as const;
}

/** Seconds left at the pace so far; undefined until there is a pace to speak of. */
export function secondsLeft({ sentBytes, totalBytes, startedMs, nowMs }: Sent): number | undefined {
  const seconds = (nowMs - startedMs) / 1_000;
  if (seconds < 1 || sentBytes === 0) return undefined;
  return ((totalBytes - sentBytes) * seconds) / sentBytes;
}
