import { useState } from "react";
import { useMay } from "@/components/query/use-me";
import { CampaignDone, CampaignEnd } from "@/components/registry/campaign-cells";
import { stillFor } from "@/components/registry/expected-end";
import { titleOf } from "@/components/registry/registry-row";
import { PauseButton } from "@/components/send/acts/pause-button";
import { useKeys } from "@/components/ui/browser/use-keys";
import { besideLinkClass } from "@/components/ui/buttons/button-class";
import { Link, TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { moreClass, sectionHeadClass } from "@/components/ui/page/section";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { idToPath } from "@/lib/contract/identifier";
import { countOf, rateOf } from "@/lib/format/format-count";

const maxRows = 8;

/** Running campaigns, stalled ones first. Campaigns that the platform no longer has do not count. */
export function runningIn(campaigns: readonly KnownCampaign[]) {
  const running = campaigns.filter(({ status, not_found_since }) => !not_found_since && stageOf(status) === "running");
  const isStalled = ({ pace }: KnownCampaign) => Boolean(pace?.stillSince);
  return [...running.filter(isStalled), ...running.filter((campaign) => !isStalled(campaign))];
}

export function runningMessage(running: readonly KnownCampaign[]) {
  const stalledCount = running.filter(({ pace }) => pace?.stillSince).length;
  if (running.length === 0) return "No campaign is running.";
  const stalledText = stalledCount > 0 ? `, ${stalledCount} stalled` : "";
  return `${countOf(running.length, "campaign is", "campaigns are")} running${stalledText}.`;
}

type RunningCampaignsProps = { running: readonly KnownCampaign[]; isTitled?: boolean };

/** P focuses the first *Pause*. */
export function RunningCampaigns({ running, isTitled = false }: RunningCampaignsProps) {
  const { rows, holdProps } = useHeldOrder(running);
  useKeys({ P: () => document.querySelector<HTMLElement>("[data-pause]")?.focus() });
  return (
    <section aria-label="Running campaigns">
      {isTitled && (
        <div className={`border-t border-rule px-(--gutter) py-3 ${sectionHeadClass}`}>
          <h2>Running campaigns</h2>
          <span className="text-ink-3">{running.length}</span>
          <AllCampaigns />
        </div>
      )}
      <ul {...holdProps}>
        {rows.slice(0, maxRows).map((campaign) => (
          <RunningRow key={campaign.id} campaign={campaign} />
        ))}
      </ul>
      {running.length > maxRows && (
        <p className="border-t border-rule px-(--gutter) py-2.5">
          <TextLink href="/campaigns">All {running.length} running campaigns</TextLink>
        </p>
      )}
    </section>
  );
}

export const AllCampaigns = () => (
  <span className={moreClass}>
    <Link className={besideLinkClass} href="/campaigns">
      All campaigns
    </Link>
  </span>
);

/** Keeps the order while the pointer is over the rows, so that no other row moves under it. */
function useHeldOrder(running: readonly KnownCampaign[]) {
  const [heldIds, setHeldIds] = useState<readonly string[]>();
  const rankOf = ({ id }: KnownCampaign) => {
    const index = heldIds?.indexOf(id) ?? 0;
    return index < 0 ? running.length : index;
  };
  return {
    rows: running.toSorted((one, other) => rankOf(one) - rankOf(other)),
    holdProps: {
      onPointerEnter: () => setHeldIds(running.map(({ id }) => id)),
      onPointerLeave: () => setHeldIds(undefined),
    },
  };
}

const rowClass = [
  "grid grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_84px_168px_auto] items-center gap-x-6 gap-y-2 border-t border-rule",
  "px-(--gutter) py-3.5 max-mid:grid-cols-[minmax(0,1fr)_84px_168px_auto] max-mid:gap-x-4",
  "max-narrow:grid-cols-[76px_minmax(0,1fr)_auto] print:grid-cols-[76px_minmax(0,1fr)]",
].join(" ");

function RunningRow({ campaign }: { campaign: KnownCampaign }) {
  const { id, pace } = campaign;
  const title = titleOf(campaign);
  const mayPause = useMay(pauseCampaign);
  const perMinute = pace?.stillSince ? 0 : pace?.perMinute;
  return (
    <li className={rowClass}>
      <div className="min-w-0 max-mid:col-span-full print:col-span-full">
        <Link
          className="line-clamp-2 text-lg/6 font-semibold wrap-anywhere hover:underline"
          href={`/campaigns/${idToPath(id)}`}
        >
          {title}
        </Link>
        <Remark campaign={campaign} />
      </div>
      <div className="min-w-0 max-narrow:col-span-full print:col-span-full">
        <CampaignDone campaign={campaign} />
      </div>
      <div>
        <b className={`block font-semibold ${pace?.stillSince ? "text-wait-ink" : ""}`}>
          {perMinute == null ? "–" : rateOf(perMinute)}
        </b>
        <span className="text-sm/[17px] text-ink-3">a minute</span>
      </div>
      <div className="min-w-0 [&>span]:block">
        <CampaignEnd campaign={campaign} />
      </div>
      {mayPause && (
        <PauseButton campaign_id={id} title={title} className="print:hidden" aria-label={`Pause ${title}`} />
      )}
    </li>
  );
}

function Remark({ campaign: { pace, counts, opens_at, read_at, status } }: { campaign: KnownCampaign }) {
  if (pace?.stillSince && read_at)
    return (
      <span className="flex items-center gap-1.5 text-sm/[17px] text-wait-ink">
        <StatusIcon tone="wait" tinted />
        no movement for {stillFor(pace.stillSince, read_at)}
      </span>
    );
  return (
    <span className="block text-sm/[17px] text-ink-3">
      {opens_at
        ? "outside its calling hours"
        : counts.active === undefined
          ? status
          : `${countOf(counts.active, "call")} in progress`}
    </span>
  );
}
