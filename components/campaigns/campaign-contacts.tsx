import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { KeptRowsLink } from "@/components/list-file/kept-rows-link";
import { PersonSearch } from "@/components/person/person-search";
import { useMay } from "@/components/query/use-me";
import { CallRow } from "@/components/record/call-row";
import { RelatedSection } from "@/components/record/summary";
import { percent } from "@/components/registry/expected-end";
import { AnswersList } from "@/components/send/answers-list";
import { deferred } from "@/components/ui/browser/deferred";
import { LinkButton } from "@/components/ui/buttons/button";
import { Section } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import { getCall } from "@/lib/contract/api/calls";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import type { SentAnswer } from "@/lib/contract/console/audit";
import { type Counter, handledOf } from "@/lib/contract/console/campaign-counters";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { type JournalEntry, listImports } from "@/lib/contract/console/imports";
import { listResults } from "@/lib/contract/console/inbox/campaign-results";
import { findPerson } from "@/lib/contract/console/person";
import { readCall } from "@/lib/contract/shapes/call";
import { formatCount } from "@/lib/format/format-count";
import { FoundResults } from "./found-results";
import { uploadResult } from "./timeline-events";

type CampaignResultsProps = { campaign_id: string; progress: Pick<CampaignProgress, "counts" | "status"> };

export function CampaignResults({ campaign_id, progress }: CampaignResultsProps) {
  const { data } = useQuery(read(listResults, { campaign_id }));
  const hasEvents = (data?.value.contacts ?? 0) > 0;
  return (
    <div className="[&>*+*]:border-t [&>*+*]:border-rule">
      {useMay(findPerson) && !hasEvents && (
        <Section title="Look up a person" note="calls, uploads from here and the do-not-call list">
          <PersonSearch />
        </Section>
      )}
      <FoundResults campaign_id={campaign_id} progress={progress} />
      <Section title="Results" note="as the platform counts them">
        <CountRows counts={progress.counts} />
      </Section>
      {useMay(getCall) && !hasEvents && <KnownCalls campaign_id={campaign_id} />}
    </div>
  );
}

/** Calls that somebody opened or added. Events name all calls, and newer states of them. */
function KnownCalls({ campaign_id }: { campaign_id: string }) {
  return (
    <RelatedSection
      title="Calls of this campaign"
      value={campaign_id}
      among="calls"
      none="No calls of this campaign have been seen yet."
      isShown={({ fields }) => readCall(fields).ids.campaign_id === campaign_id}
      sortBy={({ fields }) => readCall(fields).startedMs ?? 0}
    >
      {(record) => <CallRow record={record} isNamed />}
    </RelatedSection>
  );
}

const labels: readonly [counter: Counter, label: string, whole?: Counter][] = [
  ["total", "Contacts"],
  ["done", "Done", "total"],
  ["failed", "Failed", "total"],
  ["cancelled", "Cancelled", "total"],
  ["active", "In progress", "total"],
  ["waiting", "Waiting", "total"],
  ["calls", "Calls"],
  ["answered", "Answered calls", "calls"],
  ["voicemail", "Reached voicemail", "calls"],
];

function CountRows({ counts }: Pick<CampaignProgress, "counts">) {
  const handled = handledOf(counts);
  const wholeOf = (counter: Counter | undefined) =>
    counter && (counts[counter]?.count ?? (counter === "total" ? handled?.total : undefined));
  const rows = labels.flatMap(([counter, label, whole]) => {
    const found = counts[counter];
    return found ? [{ label, count: found.count, all: wholeOf(whole) }] : [];
  });
  if (rows.length === 0)
    return <p className="text-sm/[17px] text-ink-3">Switchboard recognizes no counts in the campaign’s record.</p>;
  return (
    <dl>
      {rows.map(({ label, count, all }) => (
        <div key={label} className="grid grid-cols-[minmax(0,1fr)_auto_64px] gap-x-3 border-t border-rule py-1.5">
          <dt>{label}</dt>
          <dd className="font-semibold">{formatCount(count)}</dd>
          <dd className="text-right text-ink-3">{all !== undefined && all >= count && percent(count, all)}</dd>
        </div>
      ))}
    </dl>
  );
}

const NotCalledDialog = deferred(
  async () => (await import("@/components/list-file/not-called-dialog")).NotCalledDialog,
);

export function CampaignUploads({ campaign_id }: { campaign_id: string }) {
  const { data } = useQuery({ ...read(listImports, { campaign_id }), enabled: useMay(listImports) });
  const [picking, setPicking] = useState<JournalEntry>();
  const more = (answer: SentAnswer) => {
    const upload = data?.value.data.find((entry) => isUploadOf(entry, answer));
    if (!upload) return undefined;
    return (
      <>
        {upload.left_out && <KeptRowsLink import_id={upload.id} {...upload.left_out} />}
        {upload.outcome !== "refused" && (
          <LinkButton className="block" aria-haspopup="dialog" onClick={() => setPicking(upload)}>
            Save those not called yet…
          </LinkButton>
        )}
      </>
    );
  };
  return (
    <>
      <AnswersList
        resource="campaigns"
        target={campaign_id}
        title="Uploads"
        only={({ action }) => action === uploadContacts.id}
        lead={(answer) => uploadResult(answer).lead}
        labelOf={(answer) => uploadResult(answer).sub}
        toneOf={(answer) => uploadResult(answer).tone}
        more={more}
      />
      {picking && (
        <NotCalledDialog upload={{ import_id: picking.id, ...picking }} onClose={() => setPicking(undefined)} />
      )}
    </>
  );
}

/** The journal has no ID of the platform's answer. Its entry begins before the request and ends after the answer. */
const isUploadOf = ({ file_name, begun_at, finished_at }: JournalEntry, { detail, at }: SentAnswer) =>
  detail?.file === file_name && begun_at <= at && (finished_at === null || at <= finished_at);
