import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/buttons/button";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import { type Operation, resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { messageOf } from "./answer-message";
import { sendMessage } from "./send-messages";

/** Shows a failed action as a toast that stays until the page changes. `about` names its record. */
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
    const title = about ? `${heading}: ${about}` : heading;
    toast({ tone: "fault", title, body: sentences.join(" "), ...(mayHaveHappened ? { action: check } : {}) });
  };
}

/** Mutation of Switchboard's own data. Shows its message or error as a toast. */
export function useOwnSend<Op extends Operation>(op: Op, what: string, about?: string) {
  const toast = useToast();
  const showFault = useSendFault();
  return useMutation({
    ...write(op),
    // Runs mutations one after another, in click order.
    scope: { id: op.id },
    onSuccess: ({ raw }) => toast({ title: messageOf(raw) ?? what }),
    onError: (error) => showFault(error, what, resourceOf(op), about),
  });
}

/** Mutation of a form, which shows errors itself. Shows the message as a toast, then calls `onDone`. */
export function useFormSend<Op extends Operation>(op: Op, onDone?: () => void) {
  const toast = useToast();
  return useMutation({
    ...write(op),
    onSuccess: ({ raw }) => {
      toast({ title: messageOf(raw) ?? op.label });
      onDone?.();
    },
  });
}

/** Refetches a resource and moves the focus to the page heading. */
export function useCheckRecord() {
  const client = useQueryClient();
  return (resource: string) => {
    void client.refetchQueries({ queryKey: [resource], type: "active" });
    document.querySelector("h1")?.focus();
  };
}

export const problemIn = (error: unknown) =>
  error instanceof Problem ? error : new Problem("internal", undefined, { outcome: "unknown", cause: error });
