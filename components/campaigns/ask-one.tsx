import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { misfitMessage } from "@/components/preflight/action-fit";
import { Preflight, waitingIn } from "@/components/preflight/preflight";
import { acts, type Verb } from "@/components/send/acts/use-act-sender";
import { read } from "@/lib/client/query";
import { getCampaign } from "@/lib/contract/api/campaigns";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import { countOf } from "@/lib/format/format-count";
import { ActDialog, type AskedCampaign, type OnAct } from "./act-dialog";

type AskOneProps = {
  verb: Exclude<Verb, "pause">;
  campaign_id: string;
  name: string | null | undefined;
  record: Record<string, unknown>;
  progress: CampaignProgress | null;
  off: string | undefined;
  onAct: OnAct;
  onClose: () => void;
};

const pollMs = 5_000;

/** The question before one campaign is started, resumed or cancelled, with all that speaks for or against it. */
export function AskOne({ verb, campaign_id, name, record: initial, progress, ...dialog }: AskOneProps) {
  const campaign = useQuery({ ...read(getCampaign, { campaign_id }), refetchInterval: pollMs });
  const record = campaign.data?.value.data ?? initial;
  const [atFirst] = useState(() => misfitMessage(verb, statusIn(initial)));
  const asked = (record: Record<string, unknown>): AskedCampaign => ({
    ...{ id: campaign_id, title: name ?? "The campaign", name: name ?? undefined },
    waiting: waitingIn(record, progress),
    misfit: blockerOf(verb, record, atFirst),
  });
  const refresh = async () => [asked((await campaign.refetch()).data?.value.data ?? record)];
  return (
    <ActDialog
      {...dialog}
      verb={verb}
      campaigns={[asked(record)]}
      facts={verb === "cancel" ? [["ID", <code key="id">{campaign_id}</code>]] : []}
      {...(verb === "cancel" ? {} : { refresh })}
    >
      {(blocked) =>
        verb === "cancel" ? (
          <CancelWarning progress={progress} />
        ) : (
          <Preflight {...{ campaign_id, record, progress, blocked }} />
        )
      }
    </ActDialog>
  );
}

/**
 * Reason against the action that came after its question was opened. `atFirst` is left to the platform. A campaign that
 * runs calls people already, so it is never started or resumed.
 */
function blockerOf(verb: Verb, record: Record<string, unknown>, atFirst: string | undefined): string | undefined {
  const misfit = misfitMessage(verb, statusIn(record));
  const isRunning = acts[verb].callsPeople && stageOf(statusIn(record)) === "running";
  return isRunning || misfit !== atFirst ? misfit : undefined;
}

function CancelWarning({ progress }: { progress: CampaignProgress | null }) {
  const waiting = waitingIn({}, progress);
  const active = progress?.counts.active?.count ?? 0;
  return (
    <div className="mt-2 border-l-2 border-fault-fill pl-3">
      {waiting !== undefined && waiting > 0 && (
        <p className="font-semibold text-ink">{countOf(waiting, "person", "people")} will not be called.</p>
      )}
      <p>
        {active > 0
          ? `${countOf(active, "call is", "calls are")} in progress; the platform does not say what happens to them. `
          : "The platform does not say what happens to calls in progress. "}
        This cannot be undone.
      </p>
    </div>
  );
}
