import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { misfitMessage, typedPeople } from "@/components/preflight/action-fit";
import { useBlocked } from "@/components/preflight/blocked-check";
import { Preflight, waitingIn } from "@/components/preflight/preflight";
import { ConfirmDialog, type SendConfirmation } from "@/components/ui/overlay/confirm-dialog";
import { typeToConfirm } from "@/components/ui/overlay/type-to-confirm";
import { read } from "@/lib/client/query";
import { getCampaign } from "@/lib/contract/api/campaigns";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import { countOf } from "@/lib/format/format-count";
import type { ConfirmPeople } from "./use-calling-send";

type AskProps = SendConfirmation & {
  campaign_id: string;
  name: string | null | undefined;
  progress: CampaignProgress | null;
};

type StartDialogProps = Omit<AskProps, "onConfirm"> & {
  verb: "start" | "resume";
  record: Record<string, unknown>;
  onConfirm: ConfirmPeople;
};

const pollMs = 5_000;

export function StartDialog({
  verb,
  campaign_id,
  name,
  record: initial,
  progress,
  off,
  onConfirm,
  ...confirmation
}: StartDialogProps) {
  const campaign = useQuery({ ...read(getCampaign, { campaign_id }), refetchInterval: pollMs });
  const blocked = useBlocked(campaign_id);
  const [isChecking, setIsChecking] = useState(false);
  const [hasGrown, setHasGrown] = useState(false);
  const record = campaign.data?.value.data ?? initial;
  const waiting = waitingIn(record, progress);
  const people = waiting === undefined ? undefined : countOf(waiting, "person", "people");
  const label = verb === "start" ? "Start" : "Resume";
  const typed = typedPeople(waiting);

  async function confirm() {
    setIsChecking(true);
    const { data } = await campaign.refetch();
    setIsChecking(false);
    const fresh = data?.value.data ?? record;
    const isMore = (waitingIn(fresh, progress) ?? 0) > (waiting ?? Number.POSITIVE_INFINITY);
    setHasGrown(isMore);
    if (!isMore && runningMessage(verb, fresh) === undefined)
      onConfirm({ people: waiting, isTyped: typed !== undefined, blocked: blocked.confirmed_blocked });
  }

  return (
    <ConfirmDialog
      question={`${label} ${name ?? "this campaign"}?`}
      {...confirmation}
      confirmLabel={`${label}${people && waiting ? `, call ${people}` : " the campaign"}`}
      typeToConfirm={typed}
      stop={false}
      isReady={waiting === 0 || blocked.isReady}
      off={off ?? runningMessage(verb, record)}
      isSending={isChecking}
      error={hasGrown ? "More people are waiting than a moment ago. Check the number again." : undefined}
      onConfirm={() => void confirm()}
    >
      <Preflight {...{ campaign_id, record, progress }} blocked={blocked.question} />
    </ConfirmDialog>
  );
}

/** A colleague may have started it while the question was open. */
function runningMessage(verb: "start" | "resume", record: Record<string, unknown>): string | undefined {
  const status = statusIn(record);
  return stageOf(status) === "running" ? misfitMessage(verb, status) : undefined;
}

export function CancelDialog({ campaign_id, name, progress, ...confirmation }: AskProps) {
  const waiting = waitingIn({}, progress);
  const active = progress?.counts.active?.count ?? 0;
  return (
    <ConfirmDialog
      question={`Cancel ${name ?? "this campaign"}?`}
      {...confirmation}
      facts={[["ID", <code key="id">{campaign_id}</code>]]}
      typeToConfirm={typeToConfirm("campaign", campaign_id, name)}
      confirmLabel="Cancel campaign"
      keepLabel="Keep campaign"
    >
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
    </ConfirmDialog>
  );
}
