"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { createContext, useContext, useState } from "react";
import { type DataColumn, wrappingCell } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { ExportCsv } from "@/components/data-table/table-tools";
import { isFirstRead, QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { PlannedActions } from "@/components/send/planned-actions";
import { useOwnSend } from "@/components/send/use-send-fault";
import { statusClass } from "@/components/status/status";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { Switch } from "@/components/ui/fields/switch";
import { baysClass, Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import {
  type AutomaticAct,
  type GuardRail,
  type GuardRailPause,
  guardRailNames,
  listAutomaticActs,
  listGuardRails,
  listPlanned,
  setGuardRail,
} from "@/lib/contract/console/automation";
import { idToPath } from "@/lib/contract/identifier";
import { limitMessage, purposes } from "./guard-rail-messages";
import { SettingsFrame } from "./settings-frame";

const GuardRailDialog = deferred(async () => (await import("./guard-rail-dialog")).GuardRailDialog);

/** What Switchboard may do with nobody there, what is planned, and what was done. */
export function AutomationScreen() {
  const isRailsRead = !isFirstRead(useQuery(read(listGuardRails, {})));
  const isPlannedRead = !isFirstRead(useQuery(read(listPlanned, {})));
  return (
    <SettingsFrame>
      <div className={baysClass()}>
        <GuardRails />
        {/* What is above would push them down. */}
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
    cell: (rail) => <When rail={rail} />,
    csv: ({ guard_rail }) => guardRailNames[guard_rail],
    className: "max-narrow:-order-2 [th&]:max-w-none [th&]:py-1.5 [th&]:whitespace-normal",
  },
  { id: "limit", header: "Limit", cell: (rail) => <Limit rail={rail} />, csv: limitMessage, className: wrappingCell },
  {
    id: "campaigns",
    header: "Campaigns",
    cell: ({ campaigns }) => (campaigns === null ? "all known here" : `${campaigns.length} chosen`),
    csv: ({ campaigns }) => campaigns?.join(" ") ?? "all known here",
    fit: true,
    className: "max-narrow:hidden",
  },
  {
    id: "now",
    header: "Now",
    cell: (rail) => <Now rail={rail} />,
    csv: ({ found }) => found?.says,
    className: wrappingCell,
  },
  {
    id: "acted",
    header: "Last acted",
    cell: ({ last_acted_at: at }) => (at ? <TimeText at={at} variant="relative" quiet /> : <Quiet>never</Quiet>),
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

function GuardRails() {
  const rails = useQuery(read(listGuardRails, {}));
  const [asked, setAsked] = useState<Asked>();
  useAtRest(GuardRailDialog.load);
  return (
    <Section
      title="Guard rails"
      note="Each pauses a campaign once, until what it was paused for is over"
      more={<ExportCsv name="guard-rails" columns={columns} rows={rails.data?.value.data ?? []} />}
      flush
    >
      <AskContext value={setAsked}>
        <QueryView query={rails} label="the guard rails" level={3}>
          {({ value }) => (
            <DataTable name="guard-rails" caption="Guard rails" columns={columns} rows={value.data} rowId={railId} />
          )}
        </QueryView>
      </AskContext>
      {asked && <GuardRailDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}

type Asked = { rail: GuardRail; turnsOn?: boolean };

/** Opens a guard rail's dialog, which stands outside of the table that asks for it. */
const AskContext = createContext<(asked: Asked) => void>(() => undefined);

function When({ rail: { guard_rail } }: { rail: GuardRail }) {
  return (
    <>
      <b className="font-[550]">{guardRailNames[guard_rail]}</b>
      <span className="block text-sm/[17px] text-ink-3">{purposes[guard_rail]}</span>
    </>
  );
}

function Limit({ rail }: { rail: GuardRail }) {
  const ask = useContext(AskContext);
  const text = limitMessage(rail);
  if (!useMay(setGuardRail)) return text;
  return (
    <Button
      size="small"
      className="h-auto min-h-6.5 max-w-full py-0.5 text-left whitespace-normal"
      aria-haspopup="dialog"
      aria-label={`${text}: change the limit of ${guardRailNames[rail.guard_rail]}`}
      onClick={() => ask({ rail })}
    >
      {text}
    </Button>
  );
}

function Now({ rail: { is_on, found, pauses } }: { rail: GuardRail }) {
  if (!is_on) return <Quiet>off</Quiet>;
  if (!found) return <Quiet>looks in a moment</Quiet>;
  return (
    <>
      <span className={statusClass({ tone: tones[found.state], shape: "text" })}>
        <StatusIcon tone={tones[found.state]} tinted className="flex-none self-center" />
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
  const what = { ok: "paused", refused: "pause refused", unknown: "pause may or may not have taken effect" }[outcome];
  return (
    <span className="block text-sm/[17px] text-ink-2">
      <CampaignLink id={campaign_id} name={name} /> {what} <TimeText at={at} variant="relative" quiet />
      {outcome !== "ok" && message && <>: “{message}”</>}
      {restarted_at && ", runs again: left alone"}
    </span>
  );
}

/** What turns on is asked about, since it may act at once; off is off. */
function OnOff({ rail: { guard_rail, is_on }, rail }: { rail: GuardRail }) {
  const may = useMay(setGuardRail);
  const ask = useContext(AskContext);
  const set = useOwnSend(setGuardRail, "The guard rail");
  return (
    <Switch
      aria-label={guardRailNames[guard_rail]}
      checked={is_on}
      disabled={!may || set.isPending}
      title={may ? undefined : whoCan(setGuardRail.allow)}
      aria-haspopup={is_on ? undefined : "dialog"}
      onChange={(isOn) => (isOn ? ask({ rail, turnsOn: true }) : set.mutate({ guard_rail, is_on: false }))}
    />
  );
}

const actColumns: readonly DataColumn<AutomaticAct>[] = [
  {
    id: "at",
    header: "Time",
    cell: ({ at }) => <TimeText at={at} variant="short-time" quiet />,
    csv: ({ at }) => at,
    fit: true,
  },
  {
    id: "what",
    header: "What",
    cell: ({ action, target, campaign_name }) => (
      <>
        <b className="font-[550]">{doneVerbs[action] ?? action}</b>{" "}
        {target && <CampaignLink id={target} name={campaign_name} />}
      </>
    ),
    csv: ({ action, target, campaign_name }) => `${doneVerbs[action] ?? action} ${campaign_name ?? target ?? ""}`,
    className: wrappingCell,
  },
  {
    id: "by",
    header: "By",
    cell: ({ actor_name, because }) => (
      <>
        {actor_name}
        {because && <span className="block text-sm/[17px] text-ink-3">{because}</span>}
      </>
    ),
    csv: ({ actor_name, because }) => [actor_name, because].filter(Boolean).join(": "),
    className: wrappingCell,
  },
  {
    id: "outcome",
    header: "Result",
    cell: (act) => <Result act={act} />,
    csv: ({ outcome, message }) => [outcome, message].filter(Boolean).join(": "),
    className: wrappingCell,
  },
];

const doneVerbs: Record<string, string> = {
  "campaigns.pause": "Pause",
  "campaigns.start": "Start",
  "campaigns.resume": "Resume",
};

const actId = ({ id }: AutomaticAct) => id;

function AutomaticActs() {
  const acts = useQuery(read(listAutomaticActs, {}));
  return (
    <Section
      title="What was done"
      note="From the audit log, the last 100"
      more={<ExportCsv name="automatic-acts" columns={actColumns} rows={acts.data?.value.data ?? []} />}
      flush
    >
      <QueryView
        query={acts}
        label="what was done"
        level={3}
        isEmpty={({ data }) => data.length === 0}
        empty={<p className="px-(--gutter) pb-4 text-ink-3">Nothing was done automatically so far.</p>}
      >
        {({ value }) => (
          <DataTable
            name="automatic-acts"
            caption="What was done automatically"
            columns={actColumns}
            rows={value.data}
            rowId={actId}
          />
        )}
      </QueryView>
    </Section>
  );
}

const outcomes = {
  ok: ["ok", "done"],
  refused: ["fault", "refused"],
  unknown: ["wait", "outcome unknown"],
} as const;

function Result({ act: { outcome, message } }: { act: AutomaticAct }) {
  const [tone, word] = outcomes[outcome];
  return (
    <>
      <span className={statusClass({ tone, shape: "text" })}>
        <StatusIcon tone={tone} tinted className="self-center" />
        {word}
      </span>
      {message && <span className="block text-sm/[17px] text-ink-3">{message}</span>}
    </>
  );
}

function CampaignLink({ id, name }: { id: string; name: string | null }) {
  return (
    <Link className={linkClass} href={`/campaigns/${idToPath(id)}`} title={id} prefetch={false}>
      {name ?? id}
    </Link>
  );
}

const Quiet = ({ children }: { children: string }) => <span className="text-ink-3">{children}</span>;
