import { useQuery } from "@tanstack/react-query";
import { useMe } from "@/components/query/use-me";
import { useNow } from "@/components/ui/time/use-now";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { listPlanned, type PlannedAction } from "@/lib/contract/console/automation/planned";
import { isOpenAction } from "./delayed-messages";

/** Seconds until an action. */
export function useSecondsLeft(at: string | undefined): number {
  const nowMs = useNow() ?? clock.nowMs();
  return at === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(at) - nowMs) / 1_000));
}

export type DelayedSend = {
  action: PlannedAction["action"];
  /** "Starts in 8 s" */
  label: string;
  /** "Mara Okafor starts it in 8 s"; "You start it in 8 s" for the reader. */
  message: string;
  isOwn: boolean;
};

/** A start or resume of a campaign that somebody pressed and can still undo. */
export function useDelayed(campaign_id: string): DelayedSend | undefined {
  const me = useMe();
  const planned = useQuery(read(listPlanned, { campaign_id }));
  const delayed = planned.data?.value.data.find((action) => action.is_delayed && isOpenAction(action));
  const seconds = useSecondsLeft(delayed?.at);
  if (!delayed) return undefined;
  const { action, planned_by, planned_by_id } = delayed;
  const when = seconds > 0 ? `in ${seconds} s` : "now";
  const isOwn = planned_by_id === me.id;
  const subject = isOwn ? `You ${action}` : `${planned_by} ${action}s`;
  return {
    action,
    label: `${action === "start" ? "Starts" : "Resumes"} ${when}`,
    message: `${subject} it ${when}`,
    isOwn,
  };
}
