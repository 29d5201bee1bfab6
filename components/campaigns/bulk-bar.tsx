"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { quotedMessage } from "@/components/query/problem-messages";
import { useMay } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { sendMessage } from "@/components/send/send-messages";
import { readAgainLater } from "@/components/send/use-send";
import { problemIn } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { write } from "@/lib/client/query";
import { pauseCampaign, resumeCampaign } from "@/lib/contract/api/campaigns";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { countOf } from "@/lib/format/format-count";
import { titleOf } from "./campaign-rows";

type Outcome = { campaign: KnownCampaign; fault?: { message: string; mayHaveHappened: boolean } };

type Verb = "pause" | "resume";

const done = { pause: "paused", resume: "resumed" } as const;
const doing = { pause: "Pausing", resume: "Resuming" } as const;
const mostAtOnce = 50;

/** Pauses or resumes several campaigns, one after the other, each a send of its own: one that fails stops none of the others. */
export function useBulk(onDone: (sent: readonly string[]) => void) {
  const client = useQueryClient();
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
    onDone(outcomes.filter(({ fault }) => !fault).map(({ campaign }) => campaign.id));
    readAgainLater(client, "campaigns");
  }

  return { state, send, dismiss: () => setState(undefined) };
}

type Bulk = ReturnType<typeof useBulk>;

/** What came of it, each campaign by its name. */
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
            <p className="max-w-[86ch] text-ink-2">
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

type BulkBarProps = { bulk: Bulk; chosen: readonly KnownCampaign[]; onClear: () => void };

/** What can be done with the campaigns that are selected. A word that nobody knows may be running or paused. */
export function BulkBar({ bulk, chosen, onClear }: BulkBarProps) {
  const [asks, setAsks] = useState(false);
  const may = useMay(pauseCampaign);
  const { state, send } = bulk;
  const running = of(chosen, "running");
  const paused = of(chosen, "paused");
  const isSending = state?.isSending ?? false;
  if (chosen.length === 0 && !isSending) return null;
  const off = may ? {} : { "aria-disabled": true, title: whoCan(pauseCampaign.allow) };
  return (
    <section
      className="sticky bottom-0 z-6 flex flex-wrap items-center gap-2.5 border-y border-rule-2 bg-pick px-(--gutter) py-2.5 print:hidden"
      aria-label="Selected campaigns"
    >
      <b className="mr-1 font-semibold max-narrow:flex-1">{chosen.length} selected</b>
      {running.length > 0 && (
        <Button
          icon="pause"
          className="max-narrow:order-2 max-narrow:flex-1"
          {...off}
          isSending={isSending && state?.verb === "pause"}
          sendingLabel={sendingLabel(state)}
          onClick={() => void send("pause", running)}
        >
          {running.length > mostAtOnce ? `Pause the first ${mostAtOnce}` : `Pause ${label(running, "running")}`}
        </Button>
      )}
      {paused.length > 0 && (
        <Button
          icon="resume"
          className="max-narrow:order-2 max-narrow:flex-1"
          {...off}
          isSending={isSending && state?.verb === "resume"}
          sendingLabel={sendingLabel(state)}
          aria-haspopup="dialog"
          onClick={() => setAsks(true)}
        >
          Resume {label(paused, "paused")}…
        </Button>
      )}
      <span className="text-sm text-ink-2 max-narrow:order-3 max-narrow:w-full">
        {running.length + paused.length > 0
          ? "Each is sent and told by itself. Cancelling is done one at a time."
          : "None of these is running or paused."}
      </span>
      <Button variant="bare" className="narrow:ml-auto max-narrow:order-1" onClick={onClear}>
        Clear
      </Button>
      {asks && (
        <ConfirmDialog
          question={`Resume ${countOf(paused.length, "campaign")}?`}
          sends="POST /v1/campaigns/{campaign_id}/resume"
          confirmLabel={`Resume ${countOf(paused.length, "campaign")}`}
          keepLabel="Cancel"
          stop={false}
          onConfirm={() => {
            setAsks(false);
            void send("resume", paused);
          }}
          onClose={() => setAsks(false)}
        >
          <p>Calling from these campaigns goes on now, one after the other:</p>
          <ul className="mt-1.5 max-h-48 list-disc overflow-auto pl-5">
            {paused.map((campaign) => (
              <li key={campaign.id}>{titleOf(campaign)}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </section>
  );
}

const of = (chosen: readonly KnownCampaign[], stage: "running" | "paused") =>
  chosen
    .filter(({ status, not_found_since }) => !not_found_since && [stage, undefined].includes(stageOf(status) as never))
    .slice(0, mostAtOnce);

const label = (campaigns: readonly KnownCampaign[], stage: "running" | "paused") =>
  campaigns.every(({ status }) => stageOf(status) === stage) ? `${campaigns.length} ${stage}` : `${campaigns.length}`;

const sendingLabel = (state: Bulk["state"]) =>
  state ? `${doing[state.verb]} ${Math.min(state.all, state.outcomes.length + 1)} of ${state.all}…` : "Sending…";
