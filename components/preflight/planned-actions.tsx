import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { useOwnSend } from "@/components/send/use-send-fault";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { byActor } from "@/lib/contract/console/automation/actors";
import {
  listPlanned,
  type PlannedAction,
  type PlannedForOtherPlatform,
  planAction,
  plannableNames,
  removePlanned,
} from "@/lib/contract/console/automation/planned";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { idToPath } from "@/lib/contract/identifier";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { clockText, formatDay } from "@/lib/format/format-time";
import { isOpenAction } from "./delayed-messages";

const PlanDialog = deferred(async () => (await import("./plan-dialog")).PlanDialog);

type PlannedActionsProps = {
  campaign_id?: string;
  status?: string | undefined;
  /** The past of one campaign. It replaces the results, so that both are one timeline. */
  past?: ReactNode;
};

export function PlannedActions({ campaign_id, status, past }: PlannedActionsProps) {
  const planned = useQuery(read(listPlanned, campaign_id === undefined ? {} : { campaign_id }));
  const mayPlan = useMay(planAction);
  const [opened, setOpened] = useState<PlannedAction | "new">();
  const row = { isNamed: campaign_id === undefined, onChange: mayPlan ? setOpened : undefined };

  return (
    <Section
      title={past ? "Timeline" : "Scheduled"}
      more={
        mayPlan &&
        stageOf(status ?? null) !== "ended" && (
          <Button
            size="small"
            icon="plus"
            aria-haspopup="dialog"
            load={PlanDialog.load}
            onClick={() => setOpened("new")}
          >
            Schedule an action
          </Button>
        )
      }
    >
      <QueryView
        query={planned}
        label="the scheduled actions"
        isEmpty={({ data, other_platforms }) => data.length + other_platforms.length === 0}
        empty={past ? null : <NoActions />}
      >
        {({ value: { data, other_platforms } }) => (
          <>
            <Days planned={past ? data.filter(isOpenAction) : data} inTimeline={past !== undefined} {...row} />
            <OtherPlatforms planned={other_platforms} />
          </>
        )}
      </QueryView>
      {past}
      {campaign_id !== undefined && (
        <p className="mt-2 text-sm/[18px]">
          <TextLink href="/campaigns/scheduled">Scheduled actions of all campaigns</TextLink>
        </p>
      )}
      {opened && (
        <PlanDialog
          campaign_id={campaign_id}
          status={status}
          planned={opened === "new" ? undefined : opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Section>
  );
}

type RowProps = { isNamed: boolean; onChange: ((planned: PlannedAction) => void) | undefined };

/** Delayed actions are in the timeline as those of the person once they are sent. */
const isResult = (action: PlannedAction) =>
  !isOpenAction(action) && !(action.is_delayed && ["done", "taken_back"].includes(action.state));

const NoActions = () => <p className="text-sm/[17px] text-ink-3">No scheduled actions.</p>;

type DaysProps = RowProps & { planned: readonly PlannedAction[]; inTimeline: boolean };

function Days({ planned, inTimeline, ...row }: DaysProps) {
  const open = planned.filter(isOpenAction);
  const ended = planned.filter(isResult);
  const days = [...new Set(open.map(dayOf))];
  return (
    <>
      {open.length === 0 && !inTimeline && <NoActions />}
      {days.map((day) => (
        <div key={day}>
          <h3 className="mt-2 text-sm/5 font-medium text-ink-2">{inTimeline ? `Scheduled, ${day}` : day}</h3>
          <ul>
            {open
              .filter((action) => dayOf(action) === day)
              .map((action) => (
                <PlannedRow key={action.id} planned={action} {...row} />
              ))}
          </ul>
        </div>
      ))}
      {ended.length > 0 && (
        <details className="mt-2">
          <summary className={`inline-block min-h-6 cursor-pointer text-sm/6 ${linkClass}`}>
            Results of the last {ended.length === 1 ? "one" : ended.length}
          </summary>
          <ul>
            {ended.map((action) => (
              <PlannedRow key={action.id} planned={action} {...row} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function OtherPlatforms({ planned }: { planned: readonly PlannedForOtherPlatform[] }) {
  return [...new Set(planned.map(({ platform }) => platform))].map((platform) => {
    const waiting = planned.filter((action) => action.platform === platform);
    const [verb, subject] = waiting.length === 1 ? ["waits", "It is"] : ["wait", "They are"];
    return (
      <section key={platform} className="mt-4" aria-label={`Waiting for ${platform}`}>
        <p className="text-ink-2">
          {countOf(waiting.length, "scheduled action")} {verb} for {platform}. {subject} sent on time if Switchboard is
          connected to it by then, and missed if not.
        </p>
        <ul className="mt-1.5">
          {waiting.map((action) => (
            <PlannedRow key={action.id} planned={action} isNamed isForOtherPlatform onChange={undefined} />
          ))}
        </ul>
      </section>
    );
  });
}

const dayOf = ({ local }: PlannedAction) => formatDay(Date.parse(`${local}Z`), "utc");

const states: Record<PlannedAction["state"], readonly [tone: Tone, word: string | undefined]> = {
  planned: ["idle", undefined],
  sending: ["live", "sending"],
  done: ["ok", "done"],
  refused: ["fault", "refused"],
  unknown: ["wait", "outcome unknown: it may or may not have taken effect"],
  missed: ["fault", "missed"],
  taken_back: ["idle", "removed"],
  skipped: ["idle", "not needed"],
};

const blocked = ["fault", "will not be sent"] as const;

type PlannedRowProps = RowProps & { planned: PlannedAction; isForOtherPlatform?: boolean };

function PlannedRow({ planned, isNamed, isForOtherPlatform = false, onChange }: PlannedRowProps) {
  const { action, at, local, zone, state, message, blocked_by } = planned;
  const [tone, word] = blocked_by === null ? states[state] : blocked;
  const time = clockText(Number(local.slice(11, 13)), local.slice(14));
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)_auto] gap-x-2.5 border-t border-rule py-2">
      <StatusIcon tone={tone} tinted className="mt-1" />
      <span className="wrap-anywhere">
        <b className="font-[550]">{plannableNames[action]}</b>{" "}
        {isNamed && <CampaignName planned={planned} isLinked={!isForOtherPlatform} />}
        {planned.cause !== null ? (
          <TimeText at={at} variant="moment" quiet />
        ) : planned.is_delayed && isOpenAction(planned) ? (
          "in a few seconds"
        ) : (
          <>
            {isOpenAction(planned) && !isForOtherPlatform ? `at ${time}` : `${dayOf(planned)}, ${time}`}{" "}
            <span className="text-ink-2">{zone}</span>
          </>
        )}
        {word && <span className="text-ink-2">, {word}</span>}
      </span>
      {state === "planned" && onChange && !planned.is_by_hours && !planned.is_delayed && planned.cause === null ? (
        <Changes planned={planned} onChange={onChange} />
      ) : (
        <span />
      )}
      <small className="col-[2/-1] text-sm text-ink-3">
        {state === "planned" && !planned.is_delayed && planned.cause === null && (
          <>
            <TimeText at={at} variant="relative" quiet />
            {", "}
          </>
        )}
        {originText(planned)}
        {(blocked_by ?? message) && `. ${visibleControls(blocked_by ?? message ?? "")}`}
      </small>
    </li>
  );
}

/** Who or what planned an action. */
function originText({ is_by_hours, is_delayed, cause, because, planned_by }: PlannedAction) {
  if (cause !== null) return [byActor(planned_by), because && visibleControls(because)].filter(Boolean).join(": ");
  return `${is_by_hours ? "hours set" : is_delayed ? "pressed" : "scheduled"} by ${planned_by}`;
}

/** Not linked for campaigns of another platform, which have no page here. */
function CampaignName({ planned, isLinked }: { planned: PlannedAction; isLinked: boolean }) {
  const { campaign_id, campaign_name } = planned;
  const name = campaign_name ?? campaign_id;
  if (!isLinked) return `${name} `;
  return (
    <>
      <TextLink href={`/campaigns/${idToPath(campaign_id)}`} title={campaign_id}>
        {name}
      </TextLink>{" "}
    </>
  );
}

function Changes({ planned, onChange }: { planned: PlannedAction; onChange: (planned: PlannedAction) => void }) {
  const remove = useOwnSend(removePlanned, "Remove");
  const description = `${plannableNames[planned.action]} ${planned.campaign_name ?? planned.campaign_id}, ${planned.local.replace("T", " ")}`;
  return (
    <span className="flex gap-1">
      <Button
        size="small"
        variant="bare"
        aria-haspopup="dialog"
        load={PlanDialog.load}
        aria-label={`Change: ${description}`}
        onClick={() => onChange(planned)}
      >
        Change
      </Button>
      <Button
        size="small"
        variant="bare"
        aria-label={`Remove: ${description}`}
        isSending={remove.isPending}
        sendingLabel="…"
        onClick={() => remove.mutate({ planned_id: planned.id })}
      >
        Remove
      </Button>
    </span>
  );
}
