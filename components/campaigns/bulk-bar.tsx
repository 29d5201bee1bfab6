import { useState } from "react";
import { useMay } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { titleOf } from "@/components/registry/registry-row";
import { SelectionBar } from "@/components/registry/row-selection";
import type { ActSender, Target } from "@/components/send/acts/use-act-sender";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { stageOf } from "@/lib/contract/console/campaign-stage";

const AskMany = deferred(async () => (await import("./ask-many")).AskMany);

const mostAtOnce = 50;

type BulkBarProps = {
  sender: ActSender;
  chosen: readonly KnownCampaign[];
  onSent: (ids: readonly string[]) => void;
  onClear: () => void;
};

/** Actions on the selected campaigns. An unknown status word counts as possibly running and possibly paused. */
export function BulkBar({ sender: { isSending, isSendingAs, ...sender }, chosen, onSent, onClear }: BulkBarProps) {
  const [asked, setAsked] = useState<readonly KnownCampaign[]>();
  const may = useMay(pauseCampaign);
  const running = of(chosen, "running");
  const paused = of(chosen, "paused");
  const off = may ? {} : { disabled: true, title: whoCan(pauseCampaign.allow) };
  const send = async (verb: "pause" | "resume", targets: readonly Target[], canUndo = false) =>
    onSent(await sender.send(verb, targets, canUndo));
  return (
    <SelectionBar resource="campaigns" count={chosen.length} onClear={onClear}>
      {running.length > 0 && (
        <Button
          icon="pause"
          {...off}
          isSending={isSendingAs("pause")}
          onClick={() =>
            void send(
              "pause",
              running.map((campaign) => ({ id: campaign.id, title: titleOf(campaign) })),
            )
          }
        >
          {running.length > mostAtOnce ? `Pause the first ${mostAtOnce}` : `Pause ${label(running, "running")}`}
        </Button>
      )}
      {paused.length > 0 && (
        <Button
          icon="resume"
          {...off}
          isSending={isSendingAs("resume")}
          aria-haspopup="dialog"
          load={AskMany.load}
          onClick={() => setAsked(paused)}
        >
          Resume {label(paused, "paused")}…
        </Button>
      )}
      <span className="text-sm text-ink-2 max-narrow:w-full">
        {running.length + paused.length > 0
          ? "Each campaign is paused or resumed separately. Cancel them one by one."
          : "None of these is running or paused."}
      </span>
      {asked && !isSending && (
        <AskMany
          campaigns={asked}
          onAct={(targets, canUndo) => {
            setAsked(undefined);
            void send("resume", targets, canUndo);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </SelectionBar>
  );
}

const of = (chosen: readonly KnownCampaign[], stage: "running" | "paused") =>
  chosen
    .filter(({ status, not_found_since }) => !not_found_since && [stage, undefined].includes(stageOf(status) as never))
    .slice(0, mostAtOnce);

const label = (campaigns: readonly KnownCampaign[], stage: "running" | "paused") =>
  campaigns.every(({ status }) => stageOf(status) === stage) ? `${campaigns.length} ${stage}` : `${campaigns.length}`;
