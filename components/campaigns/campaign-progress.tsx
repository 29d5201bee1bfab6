import { useState } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { CampaignBar, CampaignBarKey } from "@/components/registry/campaign-bar";
import { percent } from "@/components/registry/expected-end";
import { deferred } from "@/components/ui/browser/deferred";
import { LinkButton } from "@/components/ui/buttons/button";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { handledOf, setCounterMeaning } from "@/lib/contract/console/campaign-counters";
import type { CampaignProgress as Progress } from "@/lib/contract/console/campaign-progress";
import { endedMsIn, stageOf } from "@/lib/contract/console/campaign-stage";
import { momentField } from "@/lib/contract/fields";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatMoment, type Zone } from "@/lib/format/format-time";
import { ProgressCurve, type RunSpan } from "./progress-curve";
import { ComparedFigures, ProgressFigures } from "./progress-figures";

const CounterDialog = deferred(async () => (await import("./counter-dialog")).CounterDialog);

type CampaignProgressProps = {
  kept: ReadQuery<{ data: Progress | null }>;
  progress: Progress | undefined;
  record: Record<string, unknown>;
};

export function CampaignProgress({ kept, progress, record }: CampaignProgressProps) {
  const zone = useZone();
  const known = kept.data?.value.data;
  if (progress && isEmptyDraft(progress)) return <EmptyDraft />;
  const span = spanOf(record);
  const sinceMs = Math.max(span.startMs ?? 0, Date.parse(known?.first_seen_at ?? ""));
  const isEnded = stageOf(progress?.status ?? null) === "ended";
  const ended = isEnded && progress && endedTitle(progress, span.endMs, zone);
  return (
    <Section
      title={ended || "Progress"}
      note={
        !isEnded &&
        sinceMs > 0 && (
          <>
            since <TimeText at={sinceMs} variant="moment" />
          </>
        )
      }
    >
      <QueryView query={kept} label="the campaign's progress">
        {() => progress && <Known progress={progress} record={record} />}
      </QueryView>
    </Section>
  );
}

/** True for a campaign that is not started, and whose record says that it has no contacts. */
export const isEmptyDraft = ({ status, counts }: Pick<Progress, "status" | "counts">) =>
  stageOf(status) === "unstarted" && handledOf(counts)?.total === 0;

function EmptyDraft() {
  return (
    <Section title="No contacts yet">
      <p className="max-w-[46em] text-ink-2">
        Import a contact list first. Then start the campaign, now or at a time you choose. Nobody is called before it
        starts.
      </p>
    </Section>
  );
}

const spanOf = (record: Record<string, unknown>): RunSpan => ({
  startMs: momentField(record, "started_at"),
  endMs: endedMsIn(record),
});

/** "Ended Thu 19:57: all 5,613 contacts are done or failed" */
function endedTitle({ counts, read_at }: Progress, endMs: number | undefined, zone: Zone): string {
  const handled = handledOf(counts);
  const when = endMs === undefined ? "" : ` ${formatMoment(endMs, zone, Date.parse(read_at))}`;
  if (!handled) return `Ended${when}`;
  const uncalled = handled.total - handled.count + (counts.cancelled?.count ?? 0);
  return `Ended${when}: ${
    uncalled > 0
      ? `${countOf(uncalled, "contact was", "contacts were")} not called`
      : `all ${countOf(handled.total, "contact")} are done or failed`
  }`;
}

export const countsContacts = ({ calls: _calls, answered: _answered, voicemail: _voicemail, ...contacts }: Counts) =>
  Object.keys(contacts).length > 0;

type Counts = Progress["counts"];

type KnownProps = { progress: Progress; record: Record<string, unknown> };

const uncountedMessage = "Progress cannot be shown: Switchboard recognizes no contact counts in the record.";
const unclearMessage = "Progress cannot be shown: contact counts are missing or contradict each other.";

function Uncounted({ progress, record }: KnownProps) {
  const { total, calls: _calls, answered: _answered, voicemail: _voicemail, ...parts } = progress.counts;
  const hasAny = countsContacts(progress.counts);
  return (
    <>
      <p className="text-sm/[17px] text-ink-3">
        {hasAny ? unclearMessage : uncountedMessage} <CorrectThis progress={progress} record={record} />
      </p>
      {hasAny && (
        <div className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
          {total && <span>{countOf(total.count, "contact")} in all</span>}
          <CampaignBarKey counts={countsOf(parts)} />
        </div>
      )}
      <ComparedFigures progress={progress} />
    </>
  );
}

function Known({ progress, record }: KnownProps) {
  const { counts, status } = progress;
  const handled = handledOf(counts);
  if (!handled) return <Uncounted progress={progress} record={record} />;
  const done = counts.done?.count ?? handled.count;
  const isUnstarted = stageOf(status) === "unstarted" && handled.count === 0;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-2xl font-[560] tracking-[-0.022em]">
          {formatCount(done)}{" "}
          <small className="text-md font-[450] tracking-normal text-ink-2">
            of {formatCount(handled.total)} {counts.done ? "done" : "done or failed"}
            {isUnstarted ? ". Not started yet" : `, ${percent(done, handled.total)}`}
          </small>
        </p>
        <CampaignBarKey counts={countsOf(counts)} />
      </div>
      <div className="mt-2">
        <CampaignBar counts={countsOf(counts)} total={handled.total} />
      </div>
      {!isUnstarted && <ProgressFigures progress={progress} handled={handled} span={spanOf(record)} />}
      {!isUnstarted && <ProgressCurve progress={progress} span={spanOf(record)} />}
      <div className="mt-2 text-sm/[17px] empty:hidden">
        <CorrectThis progress={progress} record={record} />
      </div>
    </>
  );
}

const countsOf = (counts: Progress["counts"]) =>
  Object.fromEntries(Object.entries(counts).map(([name, { count }]) => [name, count]));

function CorrectThis({ progress, record }: KnownProps) {
  const may = useMay(setCounterMeaning);
  const [isOpen, setIsOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <LinkButton
        className="print:hidden"
        aria-haspopup="dialog"
        load={CounterDialog.load}
        onClick={() => setIsOpen(true)}
      >
        Correct this
      </LinkButton>
      {isOpen && <CounterDialog progress={progress} record={record} onClose={() => setIsOpen(false)} />}
    </>
  );
}
