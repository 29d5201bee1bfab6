"use client";

import type { ReactNode } from "react";
import { ActionSentence } from "@/components/query/action-sentence";
import { isFirstRead, QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { TextLink } from "@/components/ui/buttons/link";
import { PageHead } from "@/components/ui/page/page-head";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { Skeleton } from "@/components/ui/page/skeleton";
import { TimeText } from "@/components/ui/time/time-text";
import { listAudit } from "@/lib/contract/console/audit";
import { AttentionSection, attentionMessage } from "./attention-section";
import { Figures } from "./figures";
import { FirstSteps } from "./first-steps";
import { NextCampaigns } from "./next-campaigns";
import { RunningCampaigns, runningIn, runningMessage } from "./running-campaigns";
import { type Overview, useOverview } from "./use-overview";
import { WebhooksSection } from "./webhooks-section";

/** `callsNow` is shown to support, in the place where a campaign manager has running campaigns. */
export function OverviewScreen({ from, callsNow }: { from: string; callsNow?: ReactNode }) {
  const overview = useOverview(from);
  const { role, groups, answers, more, campaigns, planned } = overview;
  const isManager = role === "campaign_manager";
  const ownReads = role === "support" ? [] : isManager ? [campaigns, planned] : [campaigns];
  const isWaiting = [answers, groups, more, ...ownReads].some(isFirstRead);
  const running = runningIn(campaigns.data?.value.data ?? []);
  const steps = more.data?.value.data.steps ?? [];

  return (
    <>
      {!isWaiting && steps.length > 0 && <FirstSteps steps={steps} />}
      <PageHead title="Overview">{isManager ? managerMessage(overview) : attentionMessage(groups)}</PageHead>
      {!isWaiting && isManager && running.length > 0 && <RunningCampaigns running={running} />}
      {/* Without an address for events there are no calls to show. */}
      {!isWaiting && more.data?.value.data.calls && callsNow}
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
            <AttentionSection groups={groups} />
            {(role === "admin" || role === "viewer") && running.length > 0 && (
              <RunningCampaigns running={running} isTitled />
            )}
          </div>
          <div>
            <WebhooksSection overview={overview} />
            {role !== "viewer" && <RecentSection overview={overview} />}
          </div>
        </div>
      )}
    </>
  );
}

function managerMessage({ campaigns: { data, error } }: Overview) {
  if (data) return runningMessage(runningIn(data.value.data));
  return error ? "Campaigns could not be loaded." : "Checking for campaigns.";
}

const maxActions = 6;

function RecentSection({ overview: { answers, role } }: { overview: Overview }) {
  const maySeeAudit = useMay(listAudit);
  const more = maySeeAudit && <TextLink href="/audit">Audit log</TextLink>;
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
