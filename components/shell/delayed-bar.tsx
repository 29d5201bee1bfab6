import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { delayedMessage, delayedOutcomes, isOpenAction } from "@/components/preflight/delayed-messages";
import { useSecondsLeft } from "@/components/preflight/use-delayed";
import { useMay } from "@/components/query/use-me";
import { useSendFault } from "@/components/send/use-send-fault";
import { useToast } from "@/components/ui/overlay/toast";
import { UndoBar } from "@/components/ui/overlay/undo-bar";
import { read, write } from "@/lib/client/query";
import { listDelayed, type PlannedAction, removePlanned, undoMs } from "@/lib/contract/console/automation/planned";
import { countOf } from "@/lib/format/format-count";

const pollMs = 2_000;
const none: readonly PlannedAction[] = [];

/** The reader's starts and resumes that can still be undone, on every page and in every tab. */
export function DelayedBar() {
  const may = useMay(listDelayed);
  const query = useQuery({
    ...read(listDelayed, {}),
    enabled: may,
    refetchInterval: ({ state }) => (hasOpen(state.data?.raw) ? pollMs : false),
  });
  const actions = query.data?.value.data ?? none;
  const open = actions.filter(isOpenAction);
  const seconds = useSecondsLeft(open[0]?.at);
  const { undo, isUndoing } = useUndo();
  useOutcomes(actions);
  const parts = delayedMessage(open);
  return (
    <div role="status">
      {open.length > 0 && (
        <UndoBar
          title={`${parts[0]} in ${undoMs / 1_000} seconds${parts[1]}`}
          parts={parts}
          secondsLeft={seconds}
          note={noteOf(open)}
          isUndoing={isUndoing}
          onUndo={open.every(({ state }) => state === "planned") ? () => undo(open) : undefined}
        />
      )}
    </div>
  );
}

function noteOf(open: readonly PlannedAction[]) {
  const subject = open.length === 1 ? `It ${open[0]?.action}s` : `They ${open[0]?.action}`;
  return `${subject} even if you close this tab. Undo works until then, from any tab.`;
}

const hasOpen = (raw: unknown) => (raw as { data?: PlannedAction[] } | undefined)?.data?.some(isOpenAction) ?? false;

function useUndo() {
  const toast = useToast();
  const showFault = useSendFault();
  const remove = useMutation(write(removePlanned));
  const { mutate, isPending } = useMutation({
    mutationFn: (actions: readonly PlannedAction[]) =>
      Promise.allSettled(actions.map(({ id }) => remove.mutateAsync({ planned_id: id }))),
    onSuccess: (results) => {
      const failed = results.filter((result) => result.status === "rejected");
      const undone = results.length - failed.length;
      if (undone > 0) toast({ title: `Undone: ${countOf(undone, "campaign")}. Nothing was sent.` });
      for (const { reason } of failed.slice(0, 1)) showFault(reason, "Undo", "campaigns");
    },
  });
  return { undo: mutate, isUndoing: isPending };
}

function useOutcomes(actions: readonly PlannedAction[]) {
  const toast = useToast();
  const shownIds = useRef(new Set<string>());
  useEffect(() => {
    for (const action of actions) if (isOpenAction(action)) shownIds.current.add(action.id);
    const ended = actions.filter((action) => !isOpenAction(action) && shownIds.current.delete(action.id));
    for (const outcome of delayedOutcomes(ended)) toast(outcome);
  }, [actions, toast]);
}
