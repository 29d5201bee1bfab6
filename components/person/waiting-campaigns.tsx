import { useMay } from "@/components/query/use-me";
import { RecordLink } from "@/components/record/summary";
import { useSend } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import type { WaitingIn } from "@/lib/contract/console/person";
import { reasonLabel } from "@/lib/contract/shapes/call";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";

export const WaitingCampaigns = ({ waiting }: { waiting: readonly WaitingIn[] }) => (
  <ul>
    {waiting.map((campaign) => (
      <WaitingCampaign key={campaign.campaign_id} campaign={campaign} />
    ))}
  </ul>
);

function WaitingCampaign({ campaign }: { campaign: WaitingIn }) {
  const { campaign_id, name, status } = campaign;
  const isRunning = stageOf(status) === "running";
  const mayPause = useMay(pauseCampaign);
  const pause = useSend(pauseCampaign, { campaign_id }, { what: "Pause" });
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)_auto] items-center gap-x-2.5 border-t border-rule py-2">
      <StatusIcon tone={isRunning ? "live" : "idle"} tinted className="self-start mt-1" />
      <span className="wrap-anywhere">
        <RecordLink field="campaign_id" id={campaign_id}>
          {name && visibleControls(name)}
        </RecordLink>{" "}
        <span className="text-ink-2">{status === null ? "status unknown" : visibleControls(status)}</span>
        <small className="block text-sm/5 text-ink-2">{attemptsText(campaign)}</small>
      </span>
      {isRunning && mayPause && (
        <Button
          size="small"
          icon="pause"
          aria-label={`Pause ${name ?? campaign_id}`}
          disabled={pause.off !== undefined}
          isSending={pause.isSending}
          onClick={pause.send}
        >
          Pause
        </Button>
      )}
    </li>
  );
}

/** "called 2 times, last: Busy" */
export function attemptsText({ attempts, last_result }: Pick<WaitingIn, "attempts" | "last_result">): string {
  if (attempts === 0) return "no call seen yet";
  const times = attempts === 1 ? "called once" : `called ${formatCount(attempts)} times`;
  return last_result === null ? times : `${times}, last: ${visibleControls(reasonLabel(last_result))}`;
}
