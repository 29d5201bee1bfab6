import { useMutation } from "@tanstack/react-query";
import { type DelayedSend, useDelayed } from "@/components/preflight/use-delayed";
import { type Send, useSend } from "@/components/send/use-send";
import { useSendFault } from "@/components/send/use-send-fault";
import { write } from "@/lib/client/query";
import { resumeCampaign, startCampaign } from "@/lib/contract/api/campaigns";
import { delayActions } from "@/lib/contract/console/automation/planned";

const operations = { start: startCampaign, resume: resumeCampaign } as const;

/**
 * `isTyped`: the person typed the number of people, so that it can be undone for some seconds. `blocked`: people of the
 * do-not-call list whom the person wants to be called all the same.
 */
type ConfirmedCalls = { people: number | undefined; isTyped: boolean; blocked: number | undefined };
export type ConfirmPeople = (confirmed: ConfirmedCalls) => void;

export type CallingSend = Send & { confirm: ConfirmPeople; delayed: DelayedSend | undefined };

/** A start or resume, which the server refuses if more people are waiting than were confirmed. */
export function useCallingSend(action: keyof typeof operations, campaign_id: string, name: string): CallingSend {
  const what = action === "start" ? "Start" : "Resume";
  const doneMessage = `${name} was ${action === "start" ? "started" : "resumed"}`;
  const send = useSend(operations[action], { campaign_id }, { what, doneMessage });
  const delayed = useDelayed(campaign_id);
  const showFault = useSendFault();
  const delay = useMutation({
    ...write(delayActions),
    onError: (error) => showFault(error, what, "campaigns", campaign_id),
  });
  return {
    ...send,
    delayed: delayed?.action === action ? delayed : undefined,
    off: delayed?.message ?? send.off,
    isSending: send.isSending || delay.isPending,
    error: send.error ?? delay.error,
    dismiss() {
      send.dismiss();
      delay.reset();
    },
    confirm({ people, isTyped, blocked }) {
      const confirmed = { confirmed_people: people, confirmed_blocked: blocked };
      if (!isTyped) send.sendWith(confirmed);
      else if (!delay.isPending) delay.mutate({ action, campaigns: [{ campaign_id, ...confirmed }] });
    },
  };
}
