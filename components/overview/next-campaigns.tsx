import type { ReactNode } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { titleOf } from "@/components/registry/registry-row";
import { ButtonLink } from "@/components/ui/buttons/button";
import type { IconName } from "@/components/ui/buttons/icon";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { sectionHeadClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { byActor } from "@/lib/contract/console/automation/actors";
import type { PlannedAction } from "@/lib/contract/console/automation/planned";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { idToPath } from "@/lib/contract/identifier";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { AllCampaigns } from "./running-campaigns";

type NextCampaignsProps = {
  campaigns: ReadQuery<{ data: readonly KnownCampaign[] }>;
  planned: ReadQuery<{ data: readonly PlannedAction[] }>;
};

/** Campaigns that wait for someone or for a time: drafts with contacts, paused ones and scheduled actions. */
export function NextCampaigns({ campaigns, planned }: NextCampaignsProps) {
  return (
    <section className="pt-3.5" aria-labelledby="next">
      <div className={`mb-1.5 px-(--gutter) ${sectionHeadClass}`}>
        <h2 id="next">Next</h2>
        <AllCampaigns />
      </div>
      <QueryView query={campaigns} label="the campaigns">
        {({ value: { data } }) => (
          <QueryView query={planned} label="the scheduled actions">
            {({ value }) => <Rows rows={nextRows(data, value.data)} />}
          </QueryView>
        )}
      </QueryView>
    </section>
  );
}

type NextRow = { key: string; id: string; title: string; message: ReactNode; note: ReactNode; button: NextButton };
type NextButton = { label: string; icon: IconName; ask?: "start" | "resume" };

const maxRows = 8;

/** Rows in the order of the section. A campaign whose start or resume is scheduled has only the row of that action. */
export function nextRows(campaigns: readonly KnownCampaign[], planned: readonly PlannedAction[]): NextRow[] {
  const due = planned.filter(({ state }) => state === "planned");
  const isScheduled = ({ id }: KnownCampaign) =>
    due.some(({ campaign_id, action }) => campaign_id === id && action !== "pause");
  const waiting = campaigns.filter((campaign) => !campaign.not_found_since && !isScheduled(campaign));
  const drafts = waiting.filter(({ status }) => stageOf(status) === "unstarted").filter((each) => peopleIn(each) > 0);
  return [
    ...drafts.map((campaign) => ({
      ...rowOf(campaign),
      message: `has not started, ${peopleText(peopleIn(campaign))}`,
      button: { label: "Start…", icon: "play" as const, ask: "start" as const },
    })),
    ...waiting
      .filter(({ status }) => stageOf(status) === "paused")
      .map((campaign) => ({
        ...rowOf(campaign),
        message: `is paused${peopleIn(campaign) > 0 ? `, ${peopleText(peopleIn(campaign))}` : ""}`,
        button: { label: "Resume…", icon: "resume" as const, ask: "resume" as const },
      })),
    ...due.map(plannedRow),
  ];
}

const peopleIn = ({ counts, handled }: KnownCampaign) =>
  counts.waiting ?? (handled ? handled.total - handled.count : (counts.total ?? 0));

const peopleText = (count: number) => countOf(count, "person is waiting", "people are waiting");

const rowOf = (campaign: KnownCampaign) => ({
  key: campaign.id,
  id: campaign.id,
  title: titleOf(campaign),
  note: (
    <>
      {campaign.paused_by && `paused ${byActor(campaign.paused_by)}, `}
      {campaign.changed_at && (
        <>
          last change <TimeText at={campaign.changed_at} variant="moment" quiet />
        </>
      )}
    </>
  ),
});

const verbs = { start: "starts", pause: "pauses", resume: "resumes" } as const;

const plannedRow = ({ id, campaign_id, campaign_name, ...planned }: PlannedAction): NextRow => ({
  key: id,
  id: campaign_id,
  title: visibleControls(campaign_name ?? campaign_id),
  message: (
    <>
      {verbs[planned.action]} <TimeText at={planned.at} variant="moment" quiet />
    </>
  ),
  note: planned.blocked_by
    ? `will not be sent: ${visibleControls(planned.blocked_by)}`
    : planned.cause === null
      ? `scheduled by ${planned.planned_by}`
      : byActor(planned.planned_by),
  button: { label: "Open", icon: "right" },
});

function Rows({ rows }: { rows: readonly NextRow[] }) {
  if (rows.length === 0)
    return (
      <p className="border-t border-rule px-(--gutter) pt-2.5 pb-3.5 text-ink-3">
        No campaign is waiting to start or resume.
      </p>
    );
  return (
    <ul>
      {rows.slice(0, maxRows).map(({ key, id, title, message, note, button }) => (
        <li
          key={key}
          className="grid grid-cols-[12px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-rule px-(--gutter) py-[11px]"
        >
          <StatusIcon tone="idle" tinted className="mt-1 self-start" />
          <div className="min-w-0 wrap-anywhere">
            <b className="font-[550]">{title}</b> {message}
            <div className="text-sm/[18px] text-ink-3">{note}</div>
          </div>
          <ButtonLink
            icon={button.icon}
            aria-label={`${button.label} ${title}`}
            href={`/campaigns/${idToPath(id)}${button.ask ? `?ask=${button.ask}` : ""}`}
          >
            {button.label}
          </ButtonLink>
        </li>
      ))}
      {rows.length > maxRows && (
        <li className="border-t border-rule px-(--gutter) py-2.5 text-ink-3">and {rows.length - maxRows} more</li>
      )}
    </ul>
  );
}
