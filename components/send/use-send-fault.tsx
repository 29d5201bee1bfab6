"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/buttons/button";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import { type Operation, resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { shortenId } from "@/lib/format/format-raw";
import { messageOf } from "./answer-message";
import { sendMessage } from "./send-messages";

/** Shows a failed send as a toast that stays while its page does and names what it was `about`. Nothing here sends it again. */
export function useSendFault() {
  const toast = useToast();
  const checkRecord = useCheckRecord();
  return (error: unknown, what: string, resource: string, about?: string) => {
    const { heading, sentences, mayHaveHappened } = sendMessage(problemIn(error), what);
    const check = (
      <Button size="small" onClick={() => checkRecord(resource)}>
        Check the record
      </Button>
    );
    const title = about ? `${heading}: ${shortenId(about)}` : heading;
    toast({ tone: "fault", title, body: sentences.join(" "), ...(mayHaveHappened ? { action: check } : {}) });
  };
}

/** A send of Switchboard's own that says in a toast what came of it: its answer's message, or its fault. */
export function useOwnSend<Op extends Operation>(op: Op, what: string, about?: string) {
  const toast = useToast();
  const showFault = useSendFault();
  return useMutation({
    ...write(op),
    // In the order in which they were pressed.
    scope: { id: op.id },
    onSuccess: ({ raw }) => toast({ title: messageOf(raw) ?? what }),
    onError: (error) => showFault(error, what, resourceOf(op), about),
  });
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
  error instanceof Problem ? error : new Problem("internal", undefined, { outcome: "unknown", cause: error });
