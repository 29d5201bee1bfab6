import { useMutation } from "@tanstack/react-query";
import pLimit from "p-limit";
import { useRef, useState } from "react";
import { useLeaveGuard } from "@/components/ui/browser/use-leave-guard";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import { cancelCampaign, pauseCampaign, resumeCampaign, startCampaign } from "@/lib/contract/api/campaigns";
import { delayActions } from "@/lib/contract/console/automation/planned";
import { useSendFault } from "../use-send-fault";

/** The actions on campaigns, whether one, many or all of them. Only those with `callsPeople` begin calls. */
export const acts = {
  start: { label: "Start", doing: "Starting", done: "started", icon: "play", shortcut: "S", callsPeople: true },
  pause: { label: "Pause", doing: "Pausing", done: "paused", icon: "pause", shortcut: "P", callsPeople: false },
  resume: { label: "Resume", doing: "Resuming", done: "resumed", icon: "resume", shortcut: "E", callsPeople: true },
  cancel: {
    label: "Cancel",
    doing: "Cancelling",
    done: "cancelled",
    icon: "cancel",
    shortcut: undefined,
    callsPeople: false,
  },
} as const;

export type Verb = keyof typeof acts;

export const verbs = ["start", "pause", "resume", "cancel"] as const satisfies readonly Verb[];

/** A campaign of an action, with the people whom a person confirmed. */
export type Target = { id: string; title: string; people?: number | undefined; blocked?: number | undefined };

/** `outcomes` has the error of each campaign whose send has returned; undefined if it was accepted. */
export type Run = { verb: Verb; targets: readonly Target[]; outcomes: ReadonlyMap<string, unknown> };

export type ActSender = ReturnType<typeof useActSender>;

const mostAtOnce = 4;

/**
 * Sends one action to each of one, many or all campaigns, each by its own request that is recorded on its own. One campaign
 * reports by a toast, several by `ActOutcome`.
 */
export function useActSender() {
  const toast = useToast();
  const showFault = useSendFault();
  const { sendOne, delayAll } = useSends();
  const [run, setRun] = useState<Run>();
  // A second press can come before the first one has rendered.
  const isBusy = useRef(false);
  const isSending = run !== undefined && run.outcomes.size < run.targets.length;
  useLeaveGuard(isSending);

  /** With `canUndo` it takes effect once the time to undo it is over. Resolves to the IDs of the campaigns that accepted it. */
  async function send(verb: Verb, targets: readonly Target[], canUndo = false): Promise<readonly string[]> {
    if (isBusy.current || targets.length === 0) return [];
    isBusy.current = true;
    const outcomes = new Map<string, unknown>();
    const show = () => setRun({ verb, targets, outcomes: new Map(outcomes) });
    const limit = pLimit(mostAtOnce);
    const delayed = canUndo ? delayAll(verb, targets) : undefined;
    show();
    await Promise.all(
      targets.map(async (target) => {
        const sent = delayed ?? limit(() => sendOne(verb, target));
        outcomes.set(target.id, await sent.then(() => undefined, errorOf));
        show();
      }),
    );
    isBusy.current = false;
    const [only, ...more] = targets;
    if (only && more.length === 0) reportOne(verb, only, outcomes.get(only.id), canUndo);
    if (canUndo && isAccepted(outcomes)) setRun(undefined);
    return targets.flatMap(({ id }) => (outcomes.get(id) === undefined ? [id] : []));
  }

  function reportOne(verb: Verb, { title }: Target, error: unknown, canUndo: boolean) {
    if (error !== undefined) showFault(error, acts[verb].label, "campaigns", title);
    else if (!canUndo) toast({ title: `${title} was ${acts[verb].done}` });
  }

  const isSendingAs = (verb: Verb) => isSending && run.verb === verb;
  return { run, isSending, isSendingAs, send, dismiss: () => setRun(undefined) };
}

const isAccepted = (outcomes: ReadonlyMap<string, unknown>) =>
  [...outcomes.values()].every((error) => error === undefined);

const errorOf = (error: unknown) => error ?? new Error("The send failed.");

function useSends() {
  const sends = {
    start: useMutation(write(startCampaign)),
    pause: useMutation(write(pauseCampaign)),
    resume: useMutation(write(resumeCampaign)),
    cancel: useMutation(write(cancelCampaign)),
  };
  const delay = useMutation(write(delayActions));
  const inputOf = ({ id, people, blocked }: Target) => ({
    campaign_id: id,
    confirmed_people: people,
    confirmed_blocked: blocked,
  });
  const sendOne = (verb: Verb, target: Target): Promise<unknown> =>
    verb === "pause" || verb === "cancel"
      ? sends[verb].mutateAsync({ campaign_id: target.id })
      : sends[verb].mutateAsync(inputOf(target));
  /** One request for all. The server plans all of them or none. */
  const delayAll = (verb: Verb, targets: readonly Target[]): Promise<unknown> | undefined =>
    verb === "pause" || verb === "cancel"
      ? undefined
      : delay.mutateAsync({ action: verb, campaigns: targets.map(inputOf) });
  return { sendOne, delayAll };
}
