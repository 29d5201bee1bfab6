import { useMutation } from "@tanstack/react-query";
import { write } from "@/lib/client/query";
import { openBody } from "@/lib/contract/console/inbox/received";
import { useMay } from "./use-me";

/** The content of an event, which is read only on request, because opening it is recorded. */
export function useContent(id: string) {
  const opening = useMutation(write(openBody));
  // The drawer goes on to other events, and the answer for one must not stand for another.
  const text = opening.variables?.event_id === id ? opening.data?.value.text : undefined;
  return {
    mayOpen: useMay(openBody),
    text,
    opening,
    load: async () => text ?? (await opening.mutateAsync({ event_id: id })).value.text,
    open: () => opening.mutate({ event_id: id }),
  };
}

export type EventContent = ReturnType<typeof useContent>;
