import { useMutation } from "@tanstack/react-query";
import pLimit from "p-limit";
import { useState } from "react";
import { titleOf } from "@/components/registry/registry-row";
import { sendMessage } from "@/components/send/send-messages";
import { problemIn, useSendFault } from "@/components/send/use-send-fault";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { write } from "@/lib/client/query";
import { pauseCampaign, resumeCampaign } from "@/lib/contract/api/campaigns";
import { delayActions } from "@/lib/contract/console/automation/planned";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import type { ConfirmedPeople } from "@/lib/contract/operation";
import { countOf } from "@/lib/format/format-count";

/** `wait`: the send may or may not have taken effect. */
export type Outcome = { tone: "ok" | "wait" | "fault"; message: string };

type Verb = "pause" | "resume";

const done = { pause: "paused", resume: "resumed" } as const;
const mostAtOnce = 4;

type Chosen = ConfirmedPeople;

/** Pauses or resumes several campaigns, each by its own send. `send` returns the IDs of those that succeeded. */
export function useBulk() {
  const pause = useMutation(write(pauseCampaign));
  const resume = useMutation(write(resumeCampaign));
  const [state, setState] = useState<{ verb: Verb; ids: readonly string[]; outcomes: ReadonlyMap<string, Outcome> }>();

  const showFault = useSendFault();
  const delay = useMutation({
    ...write(delayActions),
    onError: (error) => showFault(error, "Resume", "campaigns"),
  });

  /** Resumes all of them once the time to undo it is over. Resolves to their IDs, or to none if that was refused. */
  const resumeDelayed = (campaigns: readonly Chosen[]) =>
    delay.mutateAsync({ action: "resume", campaigns: [...campaigns] }).then(
      () => campaigns.map(({ campaign_id }) => campaign_id),
      () => [],
    );

  async function send(verb: Verb, campaigns: readonly Chosen[]) {
    const { mutateAsync } = verb === "pause" ? pause : resume;
    const ids = campaigns.map(({ campaign_id }) => campaign_id);
    const outcomes = new Map<string, Outcome>();
    const show = () => setState({ verb, ids, outcomes: new Map(outcomes) });
    const limit = pLimit(mostAtOnce);
    show();
    await Promise.all(
      campaigns.map(({ campaign_id, ...people }) =>
        limit(async () => {
          const outcome = await mutateAsync({ campaign_id, ...people }).then(
            ({ value }): Outcome => ({ tone: "ok", message: value.message ?? `It is ${done[verb]}.` }),
            outcomeOfFault,
          );
          outcomes.set(campaign_id, outcome);
          show();
        }),
      ),
    );
    return ids.filter((id) => outcomes.get(id)?.tone === "ok");
  }

  const isSending = delay.isPending || (state !== undefined && state.outcomes.size < state.ids.length);
  return { state, isSending, send, resumeDelayed, dismiss: () => setState(undefined) };
}

function outcomeOfFault(error: unknown): Outcome {
  const { sentences, mayHaveHappened } = sendMessage(problemIn(error), "");
  return { tone: mayHaveHappened ? "wait" : "fault", message: sentences.join(" ") };
}

export type Bulk = ReturnType<typeof useBulk>;

type BulkOutcomeProps = { bulk: Bulk; campaigns: readonly KnownCampaign[] };

export function BulkOutcome({ bulk: { state, isSending, dismiss }, campaigns }: BulkOutcomeProps) {
  const outcomes = [...(state?.outcomes ?? [])].map(([id, outcome]) => {
    const campaign = campaigns.find((campaign) => campaign.id === id);
    return { id, title: campaign ? titleOf(campaign) : id, ...outcome };
  });
  const good = outcomes.filter(({ tone }) => tone === "ok");
  const failed = outcomes.filter(({ tone }) => tone !== "ok");
  const names = new Intl.ListFormat("en").format(good.map(({ title }) => title));
  return (
    <div role="status">
      {state && !isSending && (
        <div className="mx-(--gutter) mb-4 flex items-start gap-2.5 rounded-2 border border-rule-2 bg-well px-3 py-2.5 [--cut:var(--well)]">
          <StatusIcon tone={failed.length === 0 ? "ok" : "wait"} tinted className="mt-1 flex-none" />
          <div className="min-w-0 flex-1 wrap-anywhere">
            <b className="font-semibold">
              {failed.length === 0 ? "" : `${good.length} of `}
              {countOf(outcomes.length, "campaign was", "campaigns were")} {done[state.verb]}
            </b>
            <p className="max-w-[53em] text-ink-2">
              {good.length > 0 && `${names} ${good.length === 1 ? "is" : "are"} ${done[state.verb]}. `}
              {failed.map(({ id, title, tone, message }) => (
                <span key={id}>
                  {title} {tone === "wait" ? "may or may not have been" : "was not"}: {message}{" "}
                  {tone === "fault" && "Nothing was changed there. "}
                </span>
              ))}
            </p>
          </div>
          <IconButton icon="x" label="Dismiss" onClick={dismiss} />
        </div>
      )}
    </div>
  );
}
