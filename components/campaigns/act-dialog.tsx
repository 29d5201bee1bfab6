import { type ReactNode, useState } from "react";
import { typedPeople } from "@/components/preflight/action-fit";
import { type BlockedQuestion, useBlocked } from "@/components/preflight/blocked-check";
import type { Target } from "@/components/send/acts/use-act-sender";
import { acts, type Verb } from "@/components/send/acts/use-act-sender";
import { ConfirmDialog, type ConfirmDialogProps } from "@/components/ui/overlay/confirm-dialog";
import { typeToConfirm } from "@/components/ui/overlay/type-to-confirm";
import { countOf } from "@/lib/format/format-count";

/** A campaign as it is now. */
export type AskedCampaign = {
  id: string;
  title: string;
  /** Undefined if it is unknown, and the title stands in for it. */
  name?: string | undefined;
  /** People who wait to be called; undefined if unknown. */
  waiting?: number | undefined;
  /** Why the action does not fit it now, without a full stop. */
  misfit?: string | undefined;
  /** Its line in a list of several. */
  note?: ReactNode;
};

/** With `canUndo` there is time to undo it, because the number of people was typed. */
export type OnAct = (targets: readonly Target[], canUndo: boolean) => void;

export type ActDialogProps = Pick<ConfirmDialogProps, "facts" | "off" | "onClose"> & {
  verb: Verb;
  campaigns: readonly AskedCampaign[];
  /** The question while there are no campaigns to name. */
  question?: string;
  isReady?: boolean;
  /** Reads the campaigns again before people are called. A cancel waits for no read. */
  refresh?: () => Promise<readonly AskedCampaign[]>;
  onAct: OnAct;
  children: (blocked: BlockedQuestion) => ReactNode;
};

/** The question before an action on one, many or all campaigns. Those that it no longer fits are left out. */
export function ActDialog({
  verb,
  campaigns,
  question,
  isReady = true,
  refresh,
  onAct,
  children,
  ...dialog
}: ActDialogProps) {
  const { label, callsPeople } = acts[verb];
  const [isChecking, setIsChecking] = useState(false);
  const [error, setError] = useState<string>();
  const fitting = campaigns.filter(({ misfit }) => misfit === undefined);
  const known = fitting.flatMap(({ waiting }) => waiting ?? []);
  const waiting = known.length === 0 ? undefined : sumOf(known);
  const isNobody = waiting === 0 && known.length === fitting.length;
  const blocked = useBlocked(callsPeople && !isNobody ? fitting.map(({ id }) => id) : []);
  const typed = callsPeople ? typedPeople(waiting) : undefined;
  const [only, ...more] = campaigns;
  const name = only && more.length === 0 ? (only.name ?? "this campaign") : countOf(fitting.length, "campaign");

  async function confirm() {
    setIsChecking(true);
    const fresh = await refresh?.();
    setIsChecking(false);
    const change = fresh && changeMessage(fitting, fresh);
    setError(change);
    if (change !== undefined) return;
    const targets = fitting.map(({ id, title, waiting }) => ({
      ...{ id, title },
      ...(callsPeople ? { people: waiting, blocked: blocked.confirmedOf(id) } : {}),
    }));
    onAct(targets, typed !== undefined);
  }

  return (
    <ConfirmDialog
      {...dialog}
      question={only ? `${label} ${name}?` : (question ?? "")}
      confirmLabel={only && more.length === 0 ? labelOfOne(verb, only) : labelOfMany(verb, fitting)}
      typeToConfirm={verb === "cancel" && only ? typeToConfirm("campaign", only.id, only.name) : typed}
      keepLabel={verb === "cancel" ? "Keep campaign" : "Cancel"}
      stop={verb === "cancel"}
      isReady={isReady && blocked.isReady}
      off={dialog.off ?? misfitIn(campaigns, verb)}
      isSending={isChecking}
      error={error}
      onConfirm={() => void confirm()}
    >
      {children(blocked.question)}
    </ConfirmDialog>
  );
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Why nothing can be sent: of one campaign its own reason, of several that none of them is left. */
function misfitIn(campaigns: readonly AskedCampaign[], verb: Verb): string | undefined {
  if (campaigns.length === 0 || campaigns.some(({ misfit }) => misfit === undefined)) return undefined;
  return campaigns.length === 1 ? campaigns[0]?.misfit : `None of these can be ${acts[verb].done} now`;
}

/** The words stay while the campaign does not fit, so that a button does not change under the pointer. */
function labelOfOne(verb: Verb, { waiting }: AskedCampaign): string {
  const { label, callsPeople } = acts[verb];
  if (!callsPeople) return `${label} campaign`;
  return waiting ? `${label}, call ${countOf(waiting, "person", "people")}` : `${label} the campaign`;
}

function labelOfMany(verb: Verb, fitting: readonly AskedCampaign[]): string {
  const { label } = acts[verb];
  const [only, ...more] = fitting;
  return only && more.length === 0 ? `${label} ${only.title}` : `${label} ${countOf(fitting.length, "campaign")}`;
}

/** Change since the person read the question; undefined if there is none worth reading again. */
function changeMessage(shown: readonly AskedCampaign[], fresh: readonly AskedCampaign[]): string | undefined {
  const now = new Map(fresh.map((campaign) => [campaign.id, campaign]));
  for (const { id, waiting } of shown) {
    const campaign = now.get(id);
    if (campaign?.misfit) return `${campaign.misfit}.`;
    if ((campaign?.waiting ?? 0) > (waiting ?? Number.POSITIVE_INFINITY))
      return "More people are waiting than a moment ago. Check the number again.";
  }
  return undefined;
}

export const AskedList = ({ campaigns }: { campaigns: readonly AskedCampaign[] }) => (
  <ul className="mt-1.5 list-disc pl-5">
    {campaigns.map(({ id, title, misfit, note }) => (
      <li key={id} title={id} className={misfit === undefined ? "" : "text-wait-ink"}>
        {title}: {misfit === undefined ? note : `left out. ${misfit}.`}
      </li>
    ))}
  </ul>
);
