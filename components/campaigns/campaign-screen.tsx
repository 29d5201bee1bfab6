"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { cleared } from "@/components/list/list-spec";
import { isFirstRead, isNotFound } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { useSaved } from "@/components/query/use-saved";
import { whoCan } from "@/components/query/who-can";
import { Notes } from "@/components/record/notes";
import { RecordBody } from "@/components/record/record-body";
import { nameOf } from "@/components/record/record-head";
import { LabelEditor } from "@/components/registry/label-editor";
import { ActOutcome } from "@/components/send/acts/act-outcome";
import { type ActSender, useActSender } from "@/components/send/acts/use-act-sender";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { deferred } from "@/components/ui/browser/deferred";
import { onIntent } from "@/components/ui/browser/on-intent";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { PageHead } from "@/components/ui/page/page-head";
import { tabClass } from "@/components/ui/page/tab-class";
import { read } from "@/lib/client/query";
import { getCampaign, startCampaign } from "@/lib/contract/api/campaigns";
import { handledOf } from "@/lib/contract/console/campaign-counters";
import {
  getCampaignProgress,
  type CampaignProgress as Progress,
  progressOf,
} from "@/lib/contract/console/campaign-progress";
import { endReasonIn, statusIn } from "@/lib/contract/console/campaign-stage";
import { titleOf } from "@/lib/contract/fields";
import { formatCount } from "@/lib/format/format-count";
import { CampaignControls } from "./campaign-controls";
import { CampaignFacts } from "./campaign-facts";
import { CampaignNotices } from "./campaign-notices";
import { CampaignProgress, countsContacts, isEmptyDraft } from "./campaign-progress";
import { CampaignTimeline } from "./campaign-timeline";
import { ImportContacts } from "./import-contacts";
import { resultList } from "./result-list";

const CampaignResults = deferred(async () => (await import("./campaign-contacts")).CampaignResults);
const CampaignUploads = deferred(async () => (await import("./campaign-contacts")).CampaignUploads);

export function CampaignScreen({ campaign_id }: { campaign_id: string }) {
  const url = useUrlState();
  const campaign = useQuery(read(getCampaign, { campaign_id }));
  const kept = useQuery(read(getCampaignProgress, { campaign_id }));
  const saved = useSaved("campaigns", campaign_id);
  const { data: answer } = campaign;
  const record = answer?.value.data;
  const progress = kept.data?.value.data;
  const shown = progress ?? (record && answer && progressOf(record, answer.readAt));
  const name = nameOf(record) ?? saved?.name ?? saved?.label ?? undefined;
  const isEmpty = shown !== undefined && isEmptyDraft(shown);
  const sender = useActSender();
  const isThere = answer !== undefined || !isNotFound(campaign.error);
  const isContacts = url.get("tab") === "contacts";
  const section = isThere && !isFirstRead(kept) && (
    <CampaignProgress kept={kept} progress={shown} record={record ?? {}} />
  );
  const isCounted = shown !== undefined && countsContacts(shown.counts);
  const lead = isContacts
    ? isThere && shown && <CampaignResults campaign_id={campaign_id} progress={shown} />
    : isCounted && section;

  return (
    <>
      <CampaignHead
        {...{ campaign_id, name, record, progress, isThere, isEmpty, sender }}
        total={shown && handledOf(shown.counts)?.total}
      />
      {isThere && <ActOutcome sender={sender} />}
      {/* A new key replaces what stood here, because the record makes the head taller. */}
      <Fragment key={isFirstRead(campaign) ? "reading" : "read"}>
        {record && answer && !isContacts && <CampaignFacts campaign_id={campaign_id} record={record} />}
        {isThere && shown && <CampaignNotices {...{ campaign_id }} progress={shown} record={record ?? {}} />}
        <RecordBody
          key={isContacts ? "contacts" : "progress"}
          query={campaign}
          resource="campaigns"
          noun="campaign"
          id={campaign_id}
          lead={lead}
        >
          {!isContacts && !isCounted && section}
          {isContacts ? (
            <CampaignUploads campaign_id={campaign_id} />
          ) : (
            <>
              <Notes resource="campaigns" id={campaign_id} />
              <CampaignTimeline {...{ campaign_id, kept, isThere }} record={record ?? {}} />
            </>
          )}
        </RecordBody>
      </Fragment>
      {/* As high as the controls that stand over the end of a narrow page. */}
      <div className="h-28 narrow:hidden" aria-hidden="true" />
    </>
  );
}

type CampaignHeadProps = {
  campaign_id: string;
  name: string | undefined;
  record: Record<string, unknown> | undefined;
  progress: Progress | null | undefined;
  total: number | undefined;
  isEmpty: boolean;
  /** False once the API answered that there is none. */
  isThere: boolean;
  sender: ActSender;
};

function CampaignHead({ total, isThere, isEmpty, ...campaign }: CampaignHeadProps) {
  const { campaign_id, name, record } = campaign;
  const saved = useSaved("campaigns", campaign_id);
  const toneOf = useStatusMeaning("campaigns");
  const may = useMay(startCampaign);
  const status = record && (record.status ?? statusIn(record) ?? undefined);
  const reason = record && endReasonIn(record);
  return (
    <div className="border-b border-rule bg-sheet narrow:not-print:sticky narrow:top-12 narrow:z-10">
      <PageHead
        title={
          <span className="block min-w-0 truncate" title={name}>
            {name ?? "Campaign"}
          </span>
        }
        name={name}
        beside={status !== undefined && <Status word={status} tone={toneOf("status", status)} pill />}
        crumbs={[{ label: "Campaigns", href: "/campaigns" }]}
        meta={
          <>
            {reason && <b className="basis-full font-[550] wrap-anywhere text-ink">“{reason}”</b>}
            <CopyId id={campaign_id} />
            {(isThere || saved) && (
              <LabelEditor
                resource="campaigns"
                id={campaign_id}
                label={saved?.label ?? null}
                isNamed={titleOf(record) !== undefined}
              />
            )}
            {!may && <span className="text-sm text-ink-3">Starting and pausing: {whoCan(startCampaign.allow)}</span>}
          </>
        }
        actions={
          isThere && (
            <>
              <ImportContacts campaign_id={campaign_id} name={name} isFirst={isEmpty} />
              <CampaignControls {...campaign} isEmpty={isEmpty} />
            </>
          )
        }
      />
      {isThere && <Tabs total={total} />}
    </div>
  );
}

function Tabs({ total }: { total: number | undefined }) {
  const url = useUrlState();
  const isContacts = url.get("tab") === "contacts";
  const tab = (value: string | undefined, isOpen: boolean, label: ReactNode) => (
    <a
      {...onIntent(value === undefined ? undefined : CampaignResults.load)}
      className={tabClass}
      href={url.href({ tab: value })}
      aria-current={isOpen ? "page" : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        url.set({ ...cleared(resultList), tab: value });
      }}
    >
      {label}
    </a>
  );
  return (
    <nav className="-mt-2 flex px-[calc(var(--gutter)-10px)] print:hidden" aria-label="Parts of the campaign">
      {tab(undefined, !isContacts, "Progress")}
      {tab(
        "contacts",
        isContacts,
        <>
          Contacts and results
          {total !== undefined && <span className="font-normal text-ink-3">{formatCount(total)}</span>}
        </>,
      )}
    </nav>
  );
}
