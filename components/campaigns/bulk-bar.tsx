import { useState } from "react";
import { typedPeople } from "@/components/preflight/action-fit";
import { BlockedNotice, useBlockedIn } from "@/components/preflight/blocked-in-campaigns";
import { CampaignsHours } from "@/components/preflight/campaigns-hours";
import { WithoutHours } from "@/components/preflight/hours-check";
import { useMay } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { titleOf } from "@/components/registry/registry-row";
import { SelectionBar } from "@/components/registry/row-selection";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { useZone } from "@/components/ui/time/zone";
import { clock } from "@/lib/clock";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { countOf } from "@/lib/format/format-count";
import { formatMoment } from "@/lib/format/format-time";
import type { Bulk } from "./use-bulk";

const doing = { pause: "Pausing", resume: "Resuming" } as const;
const mostAtOnce = 50;

type BulkBarProps = {
  bulk: Bulk;
  chosen: readonly KnownCampaign[];
  onSent: (ids: readonly string[]) => void;
  onClear: () => void;
};

/** Actions on the selected campaigns. An unknown status word counts as possibly running and possibly paused. */
export function BulkBar({ bulk, chosen, onSent, onClear }: BulkBarProps) {
  const [asks, setAsks] = useState(false);
  const may = useMay(pauseCampaign);
  const { state, isSending } = bulk;
  const pause = async (campaigns: readonly KnownCampaign[]) =>
    onSent(
      await bulk.send(
        "pause",
        campaigns.map(({ id }) => ({ campaign_id: id })),
      ),
    );
  const resume = async (campaigns: readonly KnownCampaign[], { isTyped, blocked }: ConfirmedBulk) => {
    const confirmed = campaigns.map((campaign) => ({
      campaign_id: campaign.id,
      confirmed_people: waitingOf(campaign),
      confirmed_blocked: blocked.get(campaign.id),
    }));
    onSent(await (isTyped ? bulk.resumeDelayed(confirmed) : bulk.send("resume", confirmed)));
  };
  const running = of(chosen, "running");
  const paused = of(chosen, "paused");
  const off = may ? {} : { disabled: true, title: whoCan(pauseCampaign.allow) };
  return (
    <SelectionBar resource="campaigns" count={chosen.length} onClear={onClear}>
      {running.length > 0 && (
        <Button
          icon="pause"
          {...off}
          isSending={isSending && state?.verb === "pause"}
          sendingLabel={sendingLabel(state)}
          onClick={() => void pause(running)}
        >
          {running.length > mostAtOnce ? `Pause the first ${mostAtOnce}` : `Pause ${label(running, "running")}`}
        </Button>
      )}
      {paused.length > 0 && (
        <Button
          icon="resume"
          {...off}
          isSending={isSending && state?.verb !== "pause"}
          sendingLabel={sendingLabel(state)}
          aria-haspopup="dialog"
          onClick={() => setAsks(true)}
        >
          Resume {label(paused, "paused")}…
        </Button>
      )}
      <span className="text-sm text-ink-2 max-narrow:w-full">
        {running.length + paused.length > 0
          ? "Each campaign is paused or resumed separately. Cancel them one by one."
          : "None of these is running or paused."}
      </span>
      {asks && (
        <ResumeDialog
          campaigns={paused}
          onConfirm={(confirmed) => {
            setAsks(false);
            void resume(paused, confirmed);
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </SelectionBar>
  );
}

/** `isTyped`: the number of people was typed. `blocked`: people of the do-not-call list, by campaign. */
type ConfirmedBulk = { isTyped: boolean; blocked: ReadonlyMap<string, number> };

type ResumeDialogProps = {
  campaigns: readonly KnownCampaign[];
  onConfirm: (confirmed: ConfirmedBulk) => void;
  onClose: () => void;
};

export function ResumeDialog({ campaigns, onConfirm, onClose }: ResumeDialogProps) {
  const zone = useZone();
  const [nowMs] = useState(() => clock.nowMs());
  const count = countOf(campaigns.length, "campaign");
  const waiting = campaigns.map(waitingOf);
  const typed = typedPeople(waiting.reduce<number>((sum, people) => sum + (people ?? 0), 0));
  const blocked = useBlockedIn(campaigns);
  return (
    <ConfirmDialog
      question={`Resume ${count}?`}
      confirmLabel={`Resume ${count}`}
      stop={false}
      typeToConfirm={typed}
      isReady={blocked.isReady}
      off={campaigns.length === 0 ? "None of these is paused now" : undefined}
      onConfirm={() => onConfirm({ isTyped: typed !== undefined, blocked: blocked.byCampaign })}
      onClose={onClose}
    >
      <p>{peopleMessage(waiting)}</p>
      <ul className="mt-1.5 max-h-48 list-disc overflow-auto pl-5">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            {titleOf(campaign)}: {callsMessage(campaign, (at) => formatMoment(Date.parse(at), zone, nowMs))}
          </li>
        ))}
      </ul>
      <BlockedNotice blocked={blocked} />
      <WithoutHours campaigns={campaigns} />
      <CampaignsHours campaigns={campaigns} nowMs={nowMs} />
    </ConfirmDialog>
  );
}

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

const of = (chosen: readonly KnownCampaign[], stage: "running" | "paused") =>
  chosen
    .filter(({ status, not_found_since }) => !not_found_since && [stage, undefined].includes(stageOf(status) as never))
    .slice(0, mostAtOnce);

const label = (campaigns: readonly KnownCampaign[], stage: "running" | "paused") =>
  campaigns.every(({ status }) => stageOf(status) === stage) ? `${campaigns.length} ${stage}` : `${campaigns.length}`;

const sendingLabel = (state: Bulk["state"]) =>
  state ? `${doing[state.verb]} ${state.outcomes.size + 1} of ${state.ids.length}…` : "Sending…";
