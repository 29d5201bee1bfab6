import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { misfitMessage } from "@/components/preflight/action-fit";
import { BlockedCheck } from "@/components/preflight/blocked-check";
import { CampaignsHours } from "@/components/preflight/campaigns-hours";
import { WithoutHours } from "@/components/preflight/hours-check";
import { titleOf } from "@/components/registry/registry-row";
import { goneMessage } from "@/components/send/use-send";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { type KnownCampaign, listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { countOf } from "@/lib/format/format-count";
import { formatMoment } from "@/lib/format/format-time";
import { ActDialog, type AskedCampaign, AskedList, type OnAct } from "./act-dialog";

type AskManyProps = {
  /** As they were when the question was asked. */
  campaigns: readonly KnownCampaign[];
  onAct: OnAct;
  onClose: () => void;
};

/** The question before several campaigns are resumed. It follows each of them in the list. */
export function AskMany({ campaigns: chosen, ...dialog }: AskManyProps) {
  const zone = useZone();
  const [nowMs] = useState(() => clock.nowMs());
  const known = useQuery(read(listKnownCampaigns, {}));
  const followed = (listed: readonly KnownCampaign[] = []) =>
    chosen.map((campaign) => listed.find(({ id }) => id === campaign.id) ?? campaign);
  const campaigns = followed(known.data?.value.data);
  const fitting = campaigns.filter((campaign) => misfitOf(campaign) === undefined);
  const askedOf = (campaign: KnownCampaign): AskedCampaign => ({
    ...{ id: campaign.id, title: titleOf(campaign), name: titleOf(campaign) },
    ...{ waiting: waitingOf(campaign), misfit: misfitOf(campaign) },
    note: callsMessage(campaign, (at) => formatMoment(Date.parse(at), zone, nowMs)),
  });
  const asked = campaigns.map(askedOf);
  return (
    <ActDialog
      {...dialog}
      verb="resume"
      campaigns={asked}
      refresh={async () => followed((await known.refetch()).data?.value.data).map(askedOf)}
    >
      {(blocked) => (
        <>
          <p>{peopleMessage(fitting.map(waitingOf))}</p>
          <AskedList campaigns={asked} />
          <ul className="mt-3 rounded-2 border border-rule-2 text-ink" aria-label="Before they resume">
            <BlockedCheck blocked={blocked} />
            <WithoutHours campaigns={fitting} />
            <CampaignsHours campaigns={fitting} nowMs={nowMs} />
          </ul>
        </>
      )}
    </ActDialog>
  );
}

const misfitOf = ({ not_found_since, status }: KnownCampaign) =>
  not_found_since ? goneMessage : misfitMessage("resume", status);

const waitingOf = ({ counts, handled }: KnownCampaign) =>
  counts.waiting ?? (handled ? handled.total - handled.count : undefined);

function peopleMessage(waiting: readonly (number | undefined)[]) {
  const known = waiting.filter((each) => each !== undefined);
  if (known.length === 0) return "Unknown how many people will be called:";
  const people = countOf(
    known.reduce((sum, each) => sum + each, 0),
    "person",
    "people",
  );
  return `${known.length < waiting.length ? `At least ${people}` : people} will be called:`;
}

function callsMessage(campaign: KnownCampaign, momentOf: (at: string) => string) {
  const waiting = waitingOf(campaign);
  if (waiting === 0) return "nobody waiting";
  const from = campaign.opens_at ? momentOf(campaign.opens_at) : "now";
  const people = waiting === undefined ? "unknown how many people are waiting" : countOf(waiting, "person", "people");
  return `${people}, from ${from}`;
}
