"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { quotedMessage } from "@/components/query/problem-messages";
import { titleOf } from "@/components/registry/registry-row";
import { sendMessage } from "@/components/send/send-messages";
import { problemIn } from "@/components/send/use-send-fault";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { write } from "@/lib/client/query";
import { pauseCampaign, resumeCampaign } from "@/lib/contract/api/campaigns";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { countOf } from "@/lib/format/format-count";

type Outcome = { campaign: KnownCampaign; fault?: { message: string; mayHaveHappened: boolean } };

type Verb = "pause" | "resume";

const done = { pause: "paused", resume: "resumed" } as const;

/** Pauses or resumes several campaigns, one after the other, each a send of its own: one that fails stops none of the others. `send` gives back the IDs of those that were sent. */
export function useBulk() {
  const pause = useMutation(write(pauseCampaign));
  const resume = useMutation(write(resumeCampaign));
  const [state, setState] = useState<{ verb: Verb; all: number; outcomes: Outcome[]; isSending: boolean }>();

  async function send(verb: Verb, campaigns: readonly KnownCampaign[]) {
    const { mutateAsync } = verb === "pause" ? pause : resume;
    const outcomes: Outcome[] = [];
    const show = (isSending: boolean) => setState({ verb, all: campaigns.length, outcomes: [...outcomes], isSending });
    show(true);
    for (const campaign of campaigns) {
      try {
        await mutateAsync({ campaign_id: campaign.id });
        outcomes.push({ campaign });
      } catch (error) {
        const problem = problemIn(error);
        const { sentences, mayHaveHappened } = sendMessage(problem, titleOf(campaign));
        outcomes.push({
          campaign,
          fault: { message: quotedMessage(problem) ?? sentences[0] ?? "", mayHaveHappened },
        });
      }
      show(true);
    }
    show(false);
    return outcomes.filter(({ fault }) => !fault).map(({ campaign }) => campaign.id);
  }

  return { state, send, dismiss: () => setState(undefined) };
}

export type Bulk = ReturnType<typeof useBulk>;

/** Outcome of each campaign, by its name. */
export function BulkOutcome({ bulk }: { bulk: Bulk }) {
  const { state, dismiss } = bulk;
  const failed = state?.outcomes.filter(({ fault }) => fault) ?? [];
  const good = state?.outcomes.filter(({ fault }) => !fault) ?? [];
  return (
    <div role="status">
      {state && !state.isSending && (
        <div className="mx-(--gutter) mb-4 flex items-start gap-2.5 rounded-2 border border-rule-2 bg-well px-3 py-2.5 [--cut:var(--well)]">
          <StatusIcon tone={failed.length === 0 ? "ok" : "wait"} tinted className="mt-1 flex-none" />
          <div className="min-w-0 flex-1 wrap-anywhere">
            <b className="font-semibold">
              {failed.length === 0 ? "" : `${good.length} of `}
              {countOf(state.all, "campaign was", "campaigns were")} {done[state.verb]}
            </b>
            <p className="max-w-[53em] text-ink-2">
              {good.length > 0 && `${named(good)} ${good.length === 1 ? "is" : "are"} ${done[state.verb]}. `}
              {failed.map(({ campaign, fault }) => (
                <span key={campaign.id}>
                  {titleOf(campaign)} {fault?.mayHaveHappened ? "may or may not have been" : "was not"}:{" "}
                  {fault?.message}{" "}
                  {fault?.mayHaveHappened ? "Open it before sending again. " : "Nothing changed there. "}
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

const named = (outcomes: readonly Outcome[]) =>
  new Intl.ListFormat("en").format(outcomes.map(({ campaign }) => titleOf(campaign)));
