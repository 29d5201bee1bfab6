"use client";

import { useState } from "react";
import { ActionSentence } from "@/components/query/action-sentence";
import { isFirstRead, QueryView } from "@/components/query/query-view";
import { useMay, useMe } from "@/components/query/use-me";
import { PinButton } from "@/components/registry/pin-button";
import { linkButtonClass, linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { Switch } from "@/components/ui/fields/switch";
import { PageHead } from "@/components/ui/page/page-head";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { Skeleton } from "@/components/ui/page/skeleton";
import { TimeText } from "@/components/ui/time/time-text";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { listAudit } from "@/lib/contract/console/audit";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { knownName, type SavedRecord } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { countOf } from "@/lib/format/format-count";
import { AttentionSection, attentionMessage } from "./attention-section";
import { Figures } from "./figures";
import { FirstSteps } from "./first-steps";
import { LogSection } from "./log-section";
import { NextCampaigns } from "./next-campaigns";
import { RunningCampaigns, runningIn, runningMessage } from "./running-campaigns";
import { type Overview, useOverview } from "./use-overview";

export function OverviewScreen({ from }: { from: string }) {
  const overview = useOverview(from);
  const { alerts, pinned, answers, more, campaigns, planned, isManager, isLive, setLive } = overview;
  const isWaiting = [pinned, answers, alerts, more, ...(isManager ? [campaigns, planned] : [])].some(isFirstRead);
  const running = isManager ? runningIn(campaigns.data?.value.data ?? []) : [];
  const steps = more.data?.value.data.steps ?? [];
  const live = (
    <Switch checked={isLive} onChange={setLive} title="Updates automatically">
      Live
    </Switch>
  );

  return (
    <>
      <PageHead title="Overview" actions={live}>
        {headMessage(overview, running)}
      </PageHead>
      {!isWaiting && running.length > 0 && <RunningCampaigns running={running} />}
      {!isWaiting && steps.length > 0 && <FirstSteps steps={steps} />}
      {!isWaiting && <Figures overview={overview} />}
      {isWaiting ? (
        <div key="reading" className={`flex-1 ${sectionsClass()}`}>
          <Section title="Needs attention">
            <Skeleton rows={3} label="Loading what needs attention" />
          </Section>
        </div>
      ) : (
        <div key="read" className={`flex-1 ${sectionsClass({ columns: "beside", hasTables: true })}`}>
          <div>
            {isManager && <NextCampaigns campaigns={campaigns} planned={planned} />}
            <AttentionSection alerts={alerts} />
            <LogSection overview={overview} />
          </div>
          <div>
            <PinnedSection overview={overview} />
            <RecentSection overview={overview} />
          </div>
        </div>
      )}
    </>
  );
}

function headMessage(overview: Overview, running: readonly KnownCampaign[]) {
  const { alerts, campaigns, isManager } = overview;
  if (isManager && campaigns.data) return runningMessage(running);
  if (isManager && campaigns.error) return "Campaigns could not be loaded.";
  return isReady(overview) ? "Switchboard is ready. A few steps make it yours." : attentionMessage(alerts);
}

/** True without unsnoozed alerts and with at least two first steps. */
const isReady = ({ alerts, more }: Overview) =>
  alerts.data?.value.data.every(({ snoozed }) => snoozed) === true && (more.data?.value.data.steps.length ?? 0) > 1;

function PinnedSection({ overview }: { overview: Overview }) {
  const { pinned, numbers, campaigns } = overview;
  const [isEditing, setIsEditing] = useState(false);
  const hasPinned = pinned.data !== undefined && pinned.data.value.data.length > 0;
  const edit = hasPinned && (
    <button type="button" className={linkButtonClass} onClick={() => setIsEditing(!isEditing)}>
      {isEditing ? "Done" : "Edit"}
      <span className="sr-only"> what is pinned</span>
    </button>
  );
  return (
    <Section title="Pinned" more={edit}>
      <QueryView
        query={pinned}
        label="pinned records"
        isEmpty={({ data }) => data.length === 0}
        empty={<p className="text-sm/[17px] text-ink-3">Pin campaigns, assistants or workflows to see them here.</p>}
      >
        {({ value }) => (
          <ul>
            {value.data.map((record) => (
              <Pinned
                key={`${record.resource} ${record.ref}`}
                record={record}
                numbers={numbers.numbers}
                campaigns={campaigns.data?.value.data ?? []}
                isEditing={isEditing}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

type PinnedProps = {
  record: SavedRecord;
  numbers: readonly PhoneNumber[];
  campaigns: readonly KnownCampaign[];
  isEditing: boolean;
};

function Pinned({ record, numbers, campaigns, isEditing }: PinnedProps) {
  const { resource, ref, last_seen_at, not_found_since } = record;
  const title = knownName(record) ?? ref;
  const numberCount = numbers.filter(({ assistant_id }) => resource === "assistants" && assistant_id === ref).length;
  const { far } = (resource === "campaigns" && campaigns.find(({ id }) => id === ref)) || {};
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-rule py-[7px]">
      <Link
        className="block min-w-0 truncate leading-6 hover:underline hover:underline-offset-[3px]"
        href={`/${resource}/${idToPath(ref)}`}
        title={`${title}, ID ${ref}`}
      >
        <b className="font-[550]">{title}</b> <span className="text-ink-3">{resource.replace(/s$/, "")}</span>
      </Link>
      <span className="inline-flex min-w-0 items-center gap-1 whitespace-nowrap text-ink-3">
        {not_found_since ? (
          "not found"
        ) : numberCount > 0 ? (
          countOf(numberCount, "number")
        ) : far && far.total > 0 ? (
          `${Math.floor((100 * far.through) / far.total)}% done`
        ) : last_seen_at ? (
          <>
            read <TimeText at={last_seen_at} variant="relative" quiet />
          </>
        ) : (
          "no data yet"
        )}
        {isEditing && <PinButton resource={resource} id={ref} name={title} isPinned isIcon />}
      </span>
    </li>
  );
}

const maxActions = 6;

/** Recent actions sent to the platform. Admins see everyone's actions, others their own. */
function RecentSection({ overview }: { overview: Overview }) {
  const { answers } = overview;
  const { role } = useMe();
  const maySeeAudit = useMay(listAudit);
  const more = maySeeAudit && (
    <Link className={linkClass} href="/audit">
      Audit log
    </Link>
  );
  return (
    <Section
      title={role === "admin" ? "Recent activity" : "Your recent activity"}
      className="border-t border-rule"
      more={more}
    >
      <QueryView
        query={answers}
        label="recent activity"
        isEmpty={({ data }) => data.length === 0}
        empty={<p className="text-sm/[17px] text-ink-3">No actions yet.</p>}
      >
        {({ value }) => (
          <ul>
            {value.data.slice(0, maxActions).map((answer) => (
              <li
                key={answer.id}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-rule py-[7px] leading-[18px] [&>:last-child]:text-sm [&>:last-child]:leading-[18px] [&>:last-child]:text-ink-3"
              >
                <span className="min-w-0 wrap-anywhere">
                  <ActionSentence entry={answer} />
                </span>
                <TimeText at={answer.at} variant="relative" quiet />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
