import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CallingHours } from "@/components/preflight/calling-hours";
import { PlannedActions } from "@/components/preflight/planned-actions";
import { isUnreadable, QueryView, type ReadQuery } from "@/components/query/query-view";
import { deferred } from "@/components/ui/browser/deferred";
import { LinkButton } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { listAnswers, type SentAnswer } from "@/lib/contract/console/audit";
import { type CampaignProgress, getCampaignProgress, mostChanges } from "@/lib/contract/console/campaign-progress";
import { statusIn } from "@/lib/contract/console/campaign-stage";
import { formatDay } from "@/lib/format/format-time";
import { type TimelineEvent, timelineEvents } from "./timeline-events";

const AnswerDialog = deferred(async () => (await import("@/components/send/answer-dialog")).AnswerDialog);

type CampaignTimelineProps = {
  campaign_id: string;
  record: Record<string, unknown>;
  kept: ReadQuery<{ data: CampaignProgress | null }>;
  isThere: boolean;
};

export function CampaignTimeline({ isThere, ...campaign }: CampaignTimelineProps) {
  const past = <Past {...campaign} />;
  if (!isThere) return <Section title="Timeline">{past}</Section>;
  const { campaign_id, record } = campaign;
  return (
    <>
      <CallingHours campaign_id={campaign_id} record={record} />
      <PlannedActions campaign_id={campaign_id} status={statusIn(record) ?? undefined} past={past} />
    </>
  );
}

const shownAtFirst = 12;

function Past({ campaign_id, record, kept }: Omit<CampaignTimelineProps, "isThere">) {
  const zone = useZone();
  const [isAll, setIsAll] = useState(false);
  const [opened, setOpened] = useState<SentAnswer>();
  const answers = useQuery(read(listAnswers, { resource: "campaigns", target: campaign_id }));
  const all = useQuery({ ...read(getCampaignProgress, { campaign_id, changes: mostChanges }), enabled: isAll });
  const progress = (isAll && all.data?.value.data) || kept.data?.value.data;
  return (
    <QueryView query={answers} label="the timeline">
      {({ value }) => {
        const events = timelineEvents({ answers: value.data, progress, record }, zone);
        const isMore = events.length > shownAtFirst || (progress?.changes_kept ?? 0) > (progress?.changes.length ?? 0);
        return (
          <>
            {isUnreadable(kept) && <Quiet>Changes on the platform could not be read.</Quiet>}
            {events.length === 0 && <Quiet>Nothing has happened yet.</Quiet>}
            <Days events={isAll ? events : events.slice(0, shownAtFirst)} onOpen={setOpened} />
            {(isMore || isAll) && (
              <LinkButton className="mt-2" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
                {isAll ? "Show fewer" : "Show all"}
              </LinkButton>
            )}
            {opened && <AnswerDialog answer={opened} onClose={() => setOpened(undefined)} />}
          </>
        );
      }}
    </QueryView>
  );
}

const Quiet = ({ children }: { children: string }) => <p className="text-sm/[17px] text-ink-3">{children}</p>;

type DaysProps = { events: readonly TimelineEvent[]; onOpen: (answer: SentAnswer) => void };

function Days({ events, onOpen }: DaysProps) {
  const zone = useZone();
  const dayOf = ({ at }: TimelineEvent) => formatDay(Date.parse(at), zone);
  return [...new Set(events.map(dayOf))].map((day) => (
    <div key={day}>
      <h3 className="mt-2 text-sm/5 font-medium text-ink-2">{day}</h3>
      <ol>
        {events
          .filter((event) => dayOf(event) === day)
          .map((event) => (
            <EventRow key={`${event.at} ${event.lead}`} event={event} onOpen={onOpen} />
          ))}
      </ol>
    </div>
  ));
}

function EventRow({ event, onOpen }: { event: TimelineEvent } & Pick<DaysProps, "onOpen">) {
  const { at, tone, lead, by, sub, answer } = event;
  return (
    <li className="grid grid-cols-[64px_12px_minmax(0,1fr)] gap-x-2.5 border-t border-rule py-1.5">
      <span className="text-sm/5 text-ink-3">
        <TimeText at={at} variant="clock" quiet />
      </span>
      <StatusIcon tone={tone} tinted className="mt-1" />
      <span className="wrap-anywhere">
        <b className="font-[550]">{lead}</b> {by}
        {(sub || answer?.body) && (
          <small className="block text-sm text-ink-3">
            {sub}{" "}
            {answer?.body && (
              <LinkButton
                className="-my-1"
                aria-haspopup="dialog"
                load={AnswerDialog.load}
                onClick={() => onOpen(answer)}
              >
                Details
              </LinkButton>
            )}
          </small>
        )}
      </span>
    </li>
  );
}
