"use client";

import { useQuery } from "@tanstack/react-query";
import { type DataColumn, wrappingCell } from "@/components/data-table/data-columns";
import { ExportedTable } from "@/components/data-table/exported-table";
import { PlannedActions } from "@/components/preflight/planned-actions";
import { isFirstRead, QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { useOwnSend } from "@/components/send/use-send-fault";
import { statusClass } from "@/components/status/status";
import { deferred } from "@/components/ui/browser/deferred";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { Switch } from "@/components/ui/fields/switch";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import {
  type GuardRail,
  type GuardRailPause,
  guardRailNames,
  listGuardRails,
  setGuardRail,
} from "@/lib/contract/console/automation/guard-rails";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { AutomaticActs, CampaignLink } from "./automatic-acts";
import { limitMessage, purposes, startingZone } from "./guard-rail-messages";
import { SettingsFrame } from "./settings-frame";

const GuardRailDialog = deferred(async () => (await import("./guard-rail-dialog")).GuardRailDialog);

/** Guard rails, scheduled actions, and the log of automatic actions. */
export function AutomationScreen() {
  const isRailsRead = !isFirstRead(useQuery(read(listGuardRails, {})));
  const isPlannedRead = !isFirstRead(useQuery(read(listPlanned, {})));
  return (
    <SettingsFrame>
      <div className={sectionsClass()}>
        <GuardRails />
        {/* Wait for the sections above, to avoid layout shift. */}
        {isRailsRead && <PlannedActions />}
        {isRailsRead && isPlannedRead && <AutomaticActs />}
      </div>
    </SettingsFrame>
  );
}

const columns: readonly DataColumn<GuardRail>[] = [
  {
    id: "when",
    header: "Pause a campaign when",
    cell: (rail) => <RailName rail={rail} />,
    csv: ({ guard_rail }) => guardRailNames[guard_rail],
    className: "max-narrow:-order-2 [th&]:max-w-none [th&]:py-1.5 [th&]:whitespace-normal",
  },
  { id: "limit", header: "Limit", cell: (rail) => <Limit rail={rail} />, csv: limitMessage, className: wrappingCell },
  {
    id: "campaigns",
    header: "Campaigns",
    cell: ({ campaigns }) => (campaigns === null ? "all" : `${campaigns.length} chosen`),
    csv: ({ campaigns }) => campaigns?.join(" ") ?? "all",
    fit: true,
    className: "max-narrow:hidden",
  },
  {
    id: "now",
    header: "Now",
    cell: (rail) => <RailState rail={rail} />,
    csv: ({ found }) => found?.says,
    className: wrappingCell,
  },
  {
    id: "acted",
    header: "Last triggered",
    cell: ({ last_acted_at: at }) => (at ? <TimeText at={at} variant="relative" quiet /> : <Muted>never</Muted>),
    csv: ({ last_acted_at }) => last_acted_at,
    fit: true,
    className: "max-narrow:hidden",
  },
  {
    id: "on",
    header: "On",
    cell: (rail) => <OnOff rail={rail} />,
    csv: ({ is_on }) => (is_on ? "on" : "off"),
    fit: true,
    num: true,
    className: "max-narrow:-order-1",
  },
];

const railId = ({ guard_rail }: GuardRail) => guard_rail;

/** `?ask=calling_hours&campaign=…` opens the dialog of a guard rail with this campaign added. */
function GuardRails() {
  const rails = useQuery(read(listGuardRails, {}));
  const url = useUrlState();
  const may = useMay(setGuardRail);
  const asked = rails.data?.value.data.find(({ guard_rail }) => guard_rail === url.get("ask"));
  return (
    <Section title="Guard rails" note="Each pauses a campaign once per incident" flush>
      <QueryView query={rails} label="the guard rails">
        {({ value }) => (
          <ExportedTable name="guard-rails" caption="Guard rails" columns={columns} rows={value.data} rowId={railId} />
        )}
      </QueryView>
      {may && asked && (
        <GuardRailDialog
          rail={withCampaign(asked, url.get("campaign"))}
          onClose={() => url.set({ ask: undefined, campaign: undefined }, { replaces: true })}
        />
      )}
    </Section>
  );
}

function withCampaign(rail: GuardRail, campaign_id: string | undefined): GuardRail {
  const isForAll = rail.is_on && rail.campaigns === null;
  if (campaign_id === undefined || isForAll) return rail;
  return { ...rail, campaigns: [...new Set(rail.campaigns).add(campaign_id)] };
}

function useOpenDialog({ guard_rail }: GuardRail) {
  const url = useUrlState();
  return () => url.set({ ask: guard_rail }, { replaces: true });
}

function RailName({ rail: { guard_rail } }: { rail: GuardRail }) {
  return (
    <>
      <b className="font-[550]">{guardRailNames[guard_rail]}</b>
      <span className="block text-sm/[17px] text-ink-3">{purposes[guard_rail]}</span>
    </>
  );
}

function Limit({ rail }: { rail: GuardRail }) {
  const openDialog = useOpenDialog(rail);
  // The server does not know the browser's zone.
  const isMounted = useMounted();
  const text = limitMessage(isMounted ? { ...rail, limit: { ...rail.limit, zone: startingZone(rail) } } : rail);
  if (!useMay(setGuardRail)) return text;
  return (
    <Button
      size="small"
      className="h-auto min-h-6.5 max-w-full py-0.5 text-left whitespace-normal"
      aria-haspopup="dialog"
      load={GuardRailDialog.load}
      aria-label={`${text}: change the limit of ${guardRailNames[rail.guard_rail]}`}
      onClick={openDialog}
    >
      {text}
    </Button>
  );
}

function RailState({ rail: { is_on, found, pauses } }: { rail: GuardRail }) {
  if (!is_on) return <Muted>off</Muted>;
  if (!found) return <Muted>checks in a moment</Muted>;
  return (
    <>
      <span className={statusClass({ tone: tones[found.state], shape: "text" })}>
        <StatusIcon tone={tones[found.state]} tinted />
        <span className="min-w-0 whitespace-normal">{found.says}</span>
      </span>
      {pauses.map((pause) => (
        <Paused key={pause.campaign_id} pause={pause} />
      ))}
    </>
  );
}

const tones: Record<NonNullable<GuardRail["found"]>["state"], Tone> = {
  clear: "ok",
  crossed: "wait",
  unknown: "unknown",
  idle: "idle",
};

function Paused({ pause: { campaign_id, name, at, outcome, message, restarted_at } }: { pause: GuardRailPause }) {
  const outcomeText = { ok: "paused", refused: "pause refused", unknown: "pause may or may not have taken effect" }[
    outcome
  ];
  return (
    <span className="block text-sm/[17px] text-ink-2">
      <CampaignLink id={campaign_id} name={name} /> {outcomeText} <TimeText at={at} variant="relative" quiet />
      {outcome !== "ok" && message && <>: “{message}”</>}
      {restarted_at && ", resumed, left running"}
    </span>
  );
}

/** Turning on opens the dialog, because the guard rail may act at once. Turning off needs no confirmation. */
function OnOff({ rail: { guard_rail, is_on }, rail }: { rail: GuardRail }) {
  const may = useMay(setGuardRail);
  const openDialog = useOpenDialog(rail);
  const set = useOwnSend(setGuardRail, "The guard rail");
  return (
    <Switch
      aria-label={guardRailNames[guard_rail]}
      checked={is_on}
      disabled={!may}
      isSending={set.isPending}
      title={may ? undefined : whoCan(setGuardRail.allow)}
      aria-haspopup={is_on ? undefined : "dialog"}
      onChange={(isOn) => (isOn ? openDialog() : set.mutate({ guard_rail, is_on: false }))}
    />
  );
}

const Muted = ({ children }: { children: string }) => <span className="text-ink-3">{children}</span>;
