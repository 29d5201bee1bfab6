"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { PlannedActions } from "@/components/preflight/planned-actions";
import { useAssistantName } from "@/components/query/assistant-name";
import { isFirstRead, isNotFound, isUnreadable, type ReadQuery } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { useSaved } from "@/components/query/use-saved";
import { followed, useWatch } from "@/components/query/use-watch";
import { whoCan } from "@/components/query/who-can";
import { RecordBody } from "@/components/record/record-body";
import { nameOf } from "@/components/record/record-head";
import { LabelEditor } from "@/components/registry/label-editor";
import { PinButton } from "@/components/registry/pin-button";
import { AnswersList } from "@/components/send/answers-list";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { ButtonLink } from "@/components/ui/buttons/button";
import { linkButtonClass, linkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/buttons/link";
import { Switch } from "@/components/ui/fields/switch";
import { PageHead } from "@/components/ui/page/page-head";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { getCampaign, startCampaign, uploadContacts } from "@/lib/contract/api/campaigns";
import type { SentAnswer } from "@/lib/contract/console/audit";
import { hoursIn } from "@/lib/contract/console/campaign-hours";
import {
  getCampaignProgress,
  mostChanges,
  type CampaignProgress as Progress,
  progressOf,
} from "@/lib/contract/console/campaign-progress";
import { endReasonIn } from "@/lib/contract/console/campaign-stage";
import { idToPath } from "@/lib/contract/identifier";
import { countOf, formatCount } from "@/lib/format/format-count";
import { shortenId } from "@/lib/format/format-raw";
import { daysOf } from "@/lib/format/format-time";
import { textIn } from "@/lib/format/json";
import { CampaignControls, CampaignFaults, useCampaignSends } from "./campaign-controls";
import { CampaignNotices, CampaignProgress, countsContacts } from "./campaign-progress";
import { ContactsSent } from "./contacts-sent";
import { changeParts } from "./progress-messages";

export function CampaignScreen({ campaign_id }: { campaign_id: string }) {
  const watch = useWatch();
  const campaign = useQuery(followed(read(getCampaign, { campaign_id }), watch.isWatching));
  const kept = useQuery(followed(read(getCampaignProgress, { campaign_id }), watch.isWatching));
  const record = campaign.data?.value.data;
  const progress = kept.data?.value.data;
  const shown = progress ?? (record && campaign.data && progressOf(record, campaign.data.readAt));
  const isLed = !shown || countsContacts(shown.counts);
  const sends = useCampaignSends(campaign_id);
  const isThere = campaign.data !== undefined || !isNotFound(campaign.error);
  const section = isThere && !isFirstRead(kept) && (
    <CampaignProgress kept={kept} progress={shown} record={record ?? {}} />
  );

  return (
    <>
      <CampaignHead
        campaign_id={campaign_id}
        record={record}
        progress={progress}
        isThere={isThere}
        watch={watch}
        sends={sends}
      />
      {isThere && <CampaignFaults sends={sends} />}
      {/* A new key replaces what stood here, because the record makes the head taller. */}
      <Fragment key={isFirstRead(campaign) ? "reading" : "read"}>
        {isThere && shown && <CampaignNotices progress={shown} record={record ?? {}} />}
        {isLed && section}
        <RecordBody
          query={campaign}
          resource="campaigns"
          noun="campaign"
          id={campaign_id}
          idLabel="Campaign ID"
          isLed={isLed}
        >
          {!isLed && section}
          <CampaignAnswers campaign_id={campaign_id} />
          <ContactsSent campaign_id={campaign_id} />
          {isThere && <PlannedActions campaign_id={campaign_id} status={textIn(record?.status)} />}
          {(isThere || progress) && <RecentChanges campaign_id={campaign_id} kept={kept} />}
        </RecordBody>
      </Fragment>
      {/* As high as the controls that stand over the end of a narrow page. */}
      <div className="h-28 narrow:hidden" aria-hidden="true" />
    </>
  );
}

const doneWords: Record<string, string> = {
  start: "Started",
  pause: "Paused",
  resume: "Resumed",
  cancel: "Cancelled",
  validate_contacts: "Contacts checked",
};

function leadOf({ action, outcome }: SentAnswer) {
  const verb = action.slice(action.indexOf(".") + 1);
  if (outcome === "ok" && doneWords[verb]) return doneWords[verb];
  return `${verb.slice(0, 1).toUpperCase()}${verb.slice(1).replaceAll("_", " ")}`;
}

function CampaignAnswers({ campaign_id }: { campaign_id: string }) {
  return (
    <AnswersList
      resource="campaigns"
      target={campaign_id}
      title="Activity"
      only={({ action }) => action !== uploadContacts.id}
      lead={leadOf}
      empty="No actions taken in Switchboard."
    />
  );
}

const shownAtFirst = 6;

type RecentChangesProps = { campaign_id: string; kept: ReadQuery<{ data: Progress | null }> };

/** One line a read that found something changed, newest first. */
function RecentChanges({ campaign_id, kept: query }: RecentChangesProps) {
  const [isAll, setIsAll] = useState(false);
  const zone = useZone();
  const progress = query.data?.value.data;
  const all = useQuery({ ...read(getCampaignProgress, { campaign_id, changes: mostChanges }), enabled: isAll });
  const changes = (isAll && all.data?.value.data?.changes) || (progress?.changes ?? []).slice(0, shownAtFirst);
  const kept = progress?.changes_kept ?? 0;
  const isUnread = isUnreadable(query);
  const more = kept > shownAtFirst && (
    <button type="button" className={linkButtonClass} aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
      {isAll ? "Show fewer" : kept > mostChanges ? `Last ${mostChanges}` : `All ${formatCount(kept)}`}
    </button>
  );
  return (
    <Section title="Recent changes" more={more}>
      {changes.length === 0 && (
        <p className="text-sm/[17px] text-ink-3">
          {isUnread ? "The changes could not be read." : "No changes since it was first seen, apart from its counts."}
        </p>
      )}
      <ul className={isAll ? "max-h-[420px] overflow-auto" : ""}>
        {changes.map(({ at, fields }) => (
          <li
            key={at}
            className="grid grid-cols-[76px_minmax(0,1fr)] items-baseline gap-x-2.5 border-t border-rule py-1.5"
          >
            <span className="text-sm/5 text-ink-3">
              <TimeText at={at} variant="clock" quiet />
            </span>
            <span className="wrap-anywhere">
              {changeParts(fields, progress?.counts ?? {}, zone).map(({ text, end }, nth) => (
                <span key={`${text} ${end}`}>
                  {nth > 0 && ", "}
                  {text} <b className="font-semibold">{end}</b>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type CampaignHeadProps = {
  campaign_id: string;
  record: Record<string, unknown> | undefined;
  progress: Progress | null | undefined;
  /** False once the API answered that there is none. */
  isThere: boolean;
  watch: ReturnType<typeof useWatch>;
  sends: ReturnType<typeof useCampaignSends>;
};

/** Stays in view, with the controls in it. */
function CampaignHead({ campaign_id, record, progress, isThere, watch, sends }: CampaignHeadProps) {
  const saved = useSaved("campaigns", campaign_id);
  const toneOf = useStatusMeaning("campaigns");
  const may = useMay(startCampaign);
  const name = nameOf(record) ?? saved?.name ?? saved?.label;
  const status = record?.status;
  const reason = record && endReasonIn(record);
  return (
    <div className="border-b border-rule bg-sheet narrow:not-print:sticky narrow:top-12 narrow:z-10">
      <PageHead
        title={
          <span className="block min-w-0 truncate" title={name ?? undefined}>
            {name ?? "Campaign"}
          </span>
        }
        name={name ?? undefined}
        beside={status !== undefined && <Status word={status} tone={toneOf("status", status)} pill />}
        crumbs={[{ label: "Campaigns", href: "/campaigns" }]}
        meta={
          <>
            {reason && <b className="basis-full font-[550] wrap-anywhere text-ink">“{reason}”</b>}
            <CopyId id={campaign_id} />
            {(isThere || saved) && <LabelEditor resource="campaigns" id={campaign_id} label={saved?.label ?? null} />}
            {!may && <span className="text-sm text-ink-3">Starting and pausing: {whoCan(startCampaign.allow)}</span>}
            <CampaignFacts record={record ?? {}} />
          </>
        }
        actions={
          isThere && (
            <>
              <Switch checked={watch.isWatching} onChange={watch.setIsWatching}>
                Live
              </Switch>
              <PinButton
                resource="campaigns"
                id={campaign_id}
                name={name ?? campaign_id}
                isPinned={saved?.pinned ?? false}
                isIcon
              />
              <ImportLink campaign_id={campaign_id} />
              <CampaignControls
                campaign_id={campaign_id}
                name={name}
                record={record}
                progress={progress}
                sends={sends}
              />
            </>
          )
        }
      />
    </div>
  );
}

/** Recognized facts of how a campaign calls. */
function CampaignFacts({ record }: { record: Record<string, unknown> }) {
  const { assistant_id, max_concurrency } = record;
  const hours = hoursIn(record);
  return (
    <>
      {hours && (
        <span>
          {hours.days && `${daysOf(hours.days)} `}
          {hours.start}–{hours.end} {hours.timezone}
        </span>
      )}
      {typeof max_concurrency === "number" && <span>{countOf(max_concurrency, "call")} at once</span>}
      {typeof assistant_id === "string" && assistant_id !== "" && <AssistantLink assistant_id={assistant_id} />}
    </>
  );
}

/** As wide before its name is known as afterwards, and last, where that leaves no gap. */
function AssistantLink({ assistant_id }: { assistant_id: string }) {
  const name = useAssistantName(assistant_id);
  return (
    <span className="w-56 truncate max-narrow:w-full" title={name}>
      Assistant{" "}
      <Link className={linkClass} href={`/assistants/${idToPath(assistant_id)}`}>
        {name ?? <code>{shortenId(assistant_id)}</code>}
      </Link>
    </span>
  );
}

function ImportLink({ campaign_id }: { campaign_id: string }) {
  const may = useMay(uploadContacts);
  if (!may) return null;
  return (
    <ButtonLink icon="up" href={`/campaigns/${idToPath(campaign_id)}/contacts`}>
      Import contacts
    </ButtonLink>
  );
}
