"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Problem } from "@/lib/contract/problem";
import { Button } from "./button";
import { sendWords } from "./send-words";
import { useToast } from "./toast";

/** Shows a failed send as a toast that stays. It offers to read the record, never to send again. */
export function useSendFault() {
  const toast = useToast();
  const checkRecord = useCheckRecord();
  return (error: unknown, what: string, resource: string) => {
    const { heading, sentences, mayHaveHappened } = sendWords(problemIn(error), what);
    const check = (
      <Button size="small" onClick={() => checkRecord(resource)}>
        Check the record
      </Button>
    );
    toast({ tone: "fault", title: heading, body: sentences.join(" "), ...(mayHaveHappened ? { action: check } : {}) });
  };
}

/** Reads what is shown of a resource again and takes the reader to the top of it. */
export function useCheckRecord() {
  const client = useQueryClient();
  return (resource: string) => {
    void client.refetchQueries({ queryKey: [resource], type: "active" });
    document.querySelector("h1")?.focus();
  };
}

export const problemIn = (error: unknown) =>
  error instanceof Problem
    ? error
    : new Problem("internal", "Something went wrong on our side.", { outcome: "unknown", cause: error });
