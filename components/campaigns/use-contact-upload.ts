"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { percentOf } from "@/components/ui/progress-words";
import { useToast } from "@/components/ui/toast";
import { readAgainLater } from "@/components/ui/use-send";
import { problemIn } from "@/components/ui/use-send-fault";
import { readAnswer } from "@/lib/client/answer";
import { write } from "@/lib/client/query";
import { type UploadProgress, upload } from "@/lib/client/upload";
import { uploadContacts } from "@/lib/contract/campaigns";
import { Problem } from "@/lib/contract/problem";
import { countWords, uploadCounts } from "./upload-counts";
import { type UploadEnd, uploadWords } from "./upload-words";

type Sent = UploadProgress & { startedMs: number; nowMs: number };

/** One list, sent in one request. It goes on while other pages of Switchboard are looked at, and is never sent again. */
export function useContactUpload(campaign_id: string) {
  const client = useQueryClient();
  const toast = useToast();
  const stopper = useRef<AbortController>(undefined);
  const progress = useRef<UploadProgress>(undefined);
  const [sent, setSent] = useState<Sent>();

  const endOf = (error: unknown): UploadEnd => {
    const { sentBytes = 0, totalBytes = 0 } = progress.current ?? {};
    const percent = percentOf({ sent: sentBytes, total: totalBytes });
    return { problem: problemIn(error), percent, wasStopped: stopper.current?.signal.aborted ?? false };
  };

  const mutation = useMutation({
    ...write(uploadContacts),
    mutationFn: async ({ file }: { campaign_id: string; file: File; rows: number }) => {
      const startedMs = performance.now();
      const onProgress = (now: UploadProgress) => {
        progress.current = now;
        setSent({ ...now, startedMs, nowMs: performance.now() });
      };
      stopper.current = new AbortController();
      onProgress({ sentBytes: 0, totalBytes: file.size });
      const { signal } = stopper.current;
      return readAnswer(uploadContacts, await upload(uploadContacts, { campaign_id }, { file, onProgress, signal }));
    },
    onSuccess: ({ status, raw }, { file, rows }) => {
      const counts = uploadCounts(raw);
      const said = counts && countWords(counts, rows);
      if (said?.isShort) toast({ tone: "wait", title: `Not every row of ${file.name} was taken`, body: said.sentence });
      else
        toast({
          title: `The API answered ${status} to ${file.name}`,
          body: "The answer is kept with the campaign.",
        });
    },
    onError: (error) => {
      const { heading, sentences } = uploadWords(endOf(error));
      toast({ tone: "fault", title: heading, body: sentences.join(" ") });
    },
    onSettled: () => readAgainLater(client, "campaigns"),
  });

  return {
    send: (file: File, rows: number) => mutation.mutate({ campaign_id, file, rows }),
    stop: () => stopper.current?.abort(new Problem("upstream-cut", "You stopped sending.", { outcome: "unknown" })),
    forget: mutation.reset,
    isSending: mutation.isPending,
    sent,
    answer: mutation.data,
    end: mutation.error ? endOf(mutation.error) : undefined,
  };
}

/** Seconds left at the pace so far; undefined until there is a pace to speak of. */
export function secondsLeft({ sentBytes, totalBytes, startedMs, nowMs }: Sent): number | undefined {
  const seconds = (nowMs - startedMs) / 1_000;
  if (seconds < 1 || sentBytes === 0) return undefined;
  return ((totalBytes - sentBytes) * seconds) / sentBytes;
}
