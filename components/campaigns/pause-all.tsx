"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { sendMessage } from "@/components/send/send-messages";
import { problemIn } from "@/components/send/use-send-fault";
import { useLeaveGuard } from "@/components/ui/browser/use-leave-guard";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { Dialog } from "@/components/ui/overlay/dialog";
import { TimeText } from "@/components/ui/time/time-text";
import { read, write } from "@/lib/client/query";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { listRunningCampaigns, type RunningCampaign } from "@/lib/contract/console/automation";

const mostAtOnce = 4;

type Outcome = { tone: Tone; message: string };

/** Lists the running campaigns. After one confirmation it pauses each and shows every outcome. */
export function PauseAllDialog({ onClose }: { onClose: () => void }) {
  const running = useQuery({ ...read(listRunningCampaigns, {}), refetchOnMount: "always", staleTime: 0 });
  const { sent, outcomes, isSending, pauseEach } = usePauseEach();
  useLeaveGuard(isSending);
  const all = sent ?? running.data?.value.data ?? [];
  const isNoneRunning = running.isFetchedAfterMount && all.length === 0;
  const close = () => !isSending && onClose();
  const footer = (
    <>
      <Button data-first-focus disabled={isSending} onClick={close}>
        {sent ? "Close" : "Cancel"}
      </Button>
      {(!sent || isSending) && !isNoneRunning && (
        <Button
          variant="primary"
          disabled={!running.isFetchedAfterMount}
          isSending={isSending}
          onClick={() => void pauseEach(all)}
        >
          {all.length === 1 ? "Pause campaign" : `Pause all${all.length > 0 ? ` ${all.length}` : ""}`}
        </Button>
      )}
    </>
  );

  return (
    <Dialog title="Pause every running campaign?" onClose={close} footer={footer} alert>
      <div className="[--state:0]">
        <QueryView
          query={running}
          label="the running campaigns"
          level={3}
          isEmpty={({ data }) => !sent && data.length === 0}
          empty={<p className="text-ink-2">No known campaign is running.</p>}
        >
          {() => (
            <>
              <p className="text-ink-2" role="status">
                {sent ? summaryOf(sent, outcomes) : "Each is sent once and recorded in the audit log."}
              </p>
              <ul className="mt-2">
                {all.map((campaign) => (
                  <CampaignRow
                    key={campaign.campaign_id}
                    campaign={campaign}
                    isSent={Boolean(sent)}
                    outcome={outcomes.get(campaign.campaign_id)}
                  />
                ))}
              </ul>
            </>
          )}
        </QueryView>
      </div>
    </Dialog>
  );
}

/** Sends each pause once, a few at a time. */
function usePauseEach() {
  const [sent, setSent] = useState<readonly RunningCampaign[]>();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const pause = useMutation(write(pauseCampaign));

  async function pauseOne({ campaign_id }: RunningCampaign) {
    const outcome = await pause.mutateAsync({ campaign_id }).then(
      ({ value }): Outcome => ({ tone: "ok", message: value.message ?? "Paused" }),
      (error: unknown): Outcome => {
        const { heading, sentences, mayHaveHappened } = sendMessage(problemIn(error), "Pause");
        return { tone: mayHaveHappened ? "wait" : "fault", message: [`${heading}.`, ...sentences].join(" ") };
      },
    );
    setOutcomes((before) => new Map(before).set(campaign_id, outcome));
  }

  async function pauseEach(all: readonly RunningCampaign[]) {
    setSent(all);
    const waiting = [...all];
    const pauseNext = async (): Promise<void> => {
      const campaign = waiting.shift();
      if (!campaign) return;
      await pauseOne(campaign);
      await pauseNext();
    };
    await Promise.all(Array.from({ length: mostAtOnce }, pauseNext));
  }

  return { sent, outcomes, isSending: sent !== undefined && outcomes.size < sent.length, pauseEach };
}

type CampaignRowProps = { campaign: RunningCampaign; isSent: boolean; outcome: Outcome | undefined };

function CampaignRow({ campaign: { campaign_id, name, status, seen_at }, isSent, outcome }: CampaignRowProps) {
  const message: ReactNode = outcome?.message ?? (
    <>
      {isSent ? "sending…" : status}, read <TimeText at={seen_at} variant="relative" quiet />
    </>
  );
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)] gap-x-2.5 border-t border-rule py-2">
      <StatusIcon tone={outcome?.tone ?? "live"} tinted className="mt-1" />
      <span>
        <b className="font-[550]" title={campaign_id}>
          {name ?? campaign_id}
        </b>
        <span className="block text-sm/[17px] text-ink-2">{message}</span>
      </span>
    </li>
  );
}

function summaryOf(sent: readonly RunningCampaign[], outcomes: ReadonlyMap<string, Outcome>) {
  const ends = [...outcomes.values()];
  const count = (tone: Tone) => ends.filter((each) => each.tone === tone).length;
  const parts = [
    `${count("ok")} of ${sent.length} paused`,
    ...(count("fault") ? [`${count("fault")} refused`] : []),
    ...(count("wait") ? [`${count("wait")} may or may not have taken effect`] : []),
  ];
  return parts.join(", ");
}
