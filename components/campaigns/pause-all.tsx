import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { useLeaveGuard } from "@/components/ui/browser/use-leave-guard";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Dialog } from "@/components/ui/overlay/dialog";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { listRunningCampaigns, type RunningCampaign } from "@/lib/contract/console/automation/acts";
import { countOf } from "@/lib/format/format-count";
import { type Bulk, type Outcome, useBulk } from "./use-bulk";

export function PauseAllDialog({ onClose }: { onClose: () => void }) {
  const running = useQuery({ ...read(listRunningCampaigns, {}), refetchOnMount: "always", staleTime: 0 });
  const { state, isSending, send } = useBulk();
  const [sent, setSent] = useState<readonly RunningCampaign[]>();
  useLeaveGuard(isSending);
  const all = sent ?? running.data?.value.data ?? [];
  const unread = running.data?.value.unread ?? 0;
  const isNoneRunning = running.isFetchedAfterMount && all.length === 0;
  const close = () => !isSending && onClose();

  function pauseAll() {
    // Paused campaigns leave the list of running ones.
    setSent(all);
    void send(
      "pause",
      all.map(({ campaign_id }) => ({ campaign_id })),
    );
  }

  const footer = (
    <>
      <Button data-first-focus disabled={isSending} onClick={close}>
        {sent ? "Close" : "Cancel"}
      </Button>
      {(!sent || isSending) && !isNoneRunning && (
        <Button variant="primary" disabled={!running.isFetchedAfterMount} isSending={isSending} onClick={pauseAll}>
          {all.length === 1 ? "Pause campaign" : `Pause all${all.length > 0 ? ` ${all.length}` : ""}`}
        </Button>
      )}
    </>
  );

  return (
    <Dialog title={questionOf(all.length)} onClose={close} footer={footer} alert>
      <div className="[--state:0]">
        <QueryView
          query={running}
          label="the running campaigns"
          isEmpty={({ data }) => !sent && data.length === 0}
          empty={
            <p className="text-ink-2">No campaign that Switchboard knows is running. {unreachableMessage(unread)}</p>
          }
        >
          {() => (
            <>
              <p className="text-ink-2" role="status">
                {state && `${summaryOf(state)}. `}
                {unreachableMessage(unread)}
              </p>
              <ul className="mt-2">
                {all.map((campaign) => (
                  <CampaignRow
                    key={campaign.campaign_id}
                    campaign={campaign}
                    isSent={Boolean(sent)}
                    outcome={state?.outcomes.get(campaign.campaign_id)}
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

const questionOf = (count: number) =>
  count === 0 ? "Pause every running campaign?" : `Pause the ${countOf(count, "running campaign")} Switchboard knows?`;

const unreachableMessage = (unread: number) =>
  `${unread > 0 ? `${countOf(unread, "campaign")} without a status ${unread === 1 ? "is" : "are"} not paused. ` : ""}Others on the platform go on: the platform cannot list them.`;

type CampaignRowProps = { campaign: RunningCampaign; isSent: boolean; outcome: Outcome | undefined };

function CampaignRow({ campaign: { campaign_id, name, status, seen_at }, isSent, outcome }: CampaignRowProps) {
  const message: ReactNode = outcome?.message ?? (
    <>
      {isSent ? "sending…" : status}, checked <TimeText at={seen_at} variant="relative" quiet />
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

function summaryOf({ ids, outcomes }: NonNullable<Bulk["state"]>) {
  const count = (tone: Outcome["tone"]) => [...outcomes.values()].filter((outcome) => outcome.tone === tone).length;
  const parts = [
    `${count("ok")} of ${ids.length} paused`,
    ...(count("fault") ? [`${count("fault")} refused`] : []),
    ...(count("wait") ? [`${count("wait")} may or may not have taken effect`] : []),
  ];
  return parts.join(", ");
}
