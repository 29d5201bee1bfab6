import { type Mutation, notifyManager, useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { isNotFound } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { useOnline } from "@/components/ui/browser/use-online";
import { useToast } from "@/components/ui/overlay/toast";
import type { Answer } from "@/lib/client/answer";
import { write } from "@/lib/client/query";
import type { InputOf } from "@/lib/contract/inputs";
import { type Operation, type OutputOf, placeholdersOf, resourceOf } from "@/lib/contract/operation";
import { shortenId } from "@/lib/format/format-raw";
import { useSendFault } from "./use-send-fault";

export type Send<T = unknown> = {
  /** Name of the action: "Start" or "End call". */
  what: string;
  /** Request line: "POST /v1/calls/call_9tVx/end". */
  send: () => void;
  sendWith: (rest: Record<string, unknown>) => void;
  isSending: boolean;
  /** Why it cannot be sent now; undefined if it can. */
  off: string | undefined;
  error: Error | null;
  answer: Answer<T> | undefined;
  dismiss: () => void;
};

export type SendOptions<T> = {
  what: string;
  /** A sentence that names the record and the action. It is the whole toast of a success, of which there is one a press. */
  doneMessage: string | ((answer: Answer<T>) => string);
  /** The record's name, for the toast of a fault; its ID if undefined. */
  name?: string | null | undefined;
  onAnswer?: (answer: Answer<T>) => void;
};

/** Sends one action on one record. Other actions on the record are blocked while it is pending. */
export function useSend<Op extends Operation>(
  op: Op,
  input: InputOf<Op>,
  { what, doneMessage, name, onAnswer }: SendOptions<OutputOf<Op>>,
): Send<OutputOf<Op>> {
  const client = useQueryClient();
  const toast = useToast();
  const showFault = useSendFault();
  const off = useSendOff(op, input);

  const mutation = useMutation({
    ...write(op),
    onSuccess: (answer) => {
      toast({ title: typeof doneMessage === "string" ? doneMessage : doneMessage(answer) });
      onAnswer?.(answer);
    },
    onError: (error) => showFault(error, what, resourceOf(op), name ?? aboutOf(op, input)),
  });

  function sendWith(rest: Record<string, unknown>) {
    // A second press can come before the first one has rendered.
    if (!client.isMutating({ mutationKey: [resourceOf(op)], predicate: isOn(input) }))
      mutation.mutate({ ...input, ...rest });
  }

  return {
    what,
    send: () => sendWith({}),
    sendWith,
    isSending: mutation.isPending,
    off: mutation.isPending ? undefined : off,
    error: mutation.error,
    answer: mutation.data,
    dismiss: mutation.reset,
  };
}

const aboutOf = (op: Operation, input: Record<string, unknown>) =>
  shortenId(
    placeholdersOf(op)
      .map((name) => String(input[name]))
      .join(" "),
  );

export const goneMessage = "The platform no longer has this record";

/** Why an operation cannot be sent now: role, offline, a record that is gone, or another pending action on it. */
export function useSendOff<Op extends Operation>(op: Op, input: InputOf<Op>): string | undefined {
  const may = useMay(op);
  const isOnline = useOnline();
  const isMounted = useMounted();
  const isGone = useIsGone(op, input);
  const others = useIsMutating({ mutationKey: [resourceOf(op)], predicate: isOn(input) });
  if (!may) return whoCan(op.allow);
  if (isMounted && !isOnline) return "This browser is offline";
  if (isGone) return goneMessage;
  return others > 0 ? "Waiting for another action on this record" : undefined;
}

/** True once the platform has answered that it has no such record. */
function useIsGone<Op extends Operation>(op: Op, input: InputOf<Op>): boolean {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  );
  const isGone = () => isNotFound(client.getQueryState([resourceOf(op), "get", input])?.error);
  return useSyncExternalStore(subscribe, isGone, () => false);
}

const isOn =
  (input: Record<string, unknown>) =>
  ({ state: { variables } }: Mutation<unknown, Error, unknown, unknown>) => {
    if (typeof variables !== "object" || variables === null) return false;
    const sent = new Map(Object.entries(variables));
    return Object.entries(input).every(([key, value]) => sent.get(key) === value);
  };
