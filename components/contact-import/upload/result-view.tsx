import { SavingProgress, useSaveRows } from "@/components/contact-import/review/save-rows";
import type { ListToSend, Sending } from "@/components/contact-import/state/sending-state";
import { AnswerBox, StepHeading, StepPage } from "@/components/contact-import/step-page";
import { RecordView } from "@/components/record/record-view";
import { wasRefused } from "@/components/send/send-messages";
import { saveBlob } from "@/components/ui/browser/save-file";
import { Button, ButtonLink, LinkButton } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { CodeBlock } from "@/components/ui/json/code-block";
import { Notice } from "@/components/ui/page/notice";
import { TechnicalDetail } from "@/components/ui/page/technical-detail";
import { TimeText } from "@/components/ui/time/time-text";
import type { Answer } from "@/lib/client/answer";
import { answerMessage } from "@/lib/client/upload-answer";
import type { ContactEngine, Report } from "@/lib/contacts/engine";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { idToPath } from "@/lib/contract/identifier";
import { uploadCounts } from "@/lib/contract/upload-counts";
import { countOf, formatCount } from "@/lib/format/format-count";
import { AnswerLists } from "./answer-lists";
import { CallsBegun } from "./calls-begun";
import { type CampaignNow, useCampaignNow } from "./campaign-status";
import { KeptRowsMessage } from "./kept-rows";
import { contactsWord, listTitle, uploadMessage } from "./outcome-messages";
import { PeopleTable } from "./people-table";

type SendingEnd = Exclude<Sending, { step: "sending" }>;

export type ResultViewProps = {
  campaign_id: string;
  campaignName: string | undefined;
  sending: SendingEnd;
  /** Report of the sent list; undefined if the engine no longer has it. */
  engineReport: EngineReport | undefined;
  onSaved: () => void;
  onStartOver: () => void;
  /** Prepares the list again; undefined if it is no longer open. */
  onAgain: (() => void) | undefined;
};

type EngineReport = { engine: ContactEngine; report: Report };

export function ResultView({
  campaign_id,
  campaignName,
  sending,
  engineReport,
  onSaved,
  onStartOver,
  onAgain,
}: ResultViewProps) {
  const { list, isUnfinished } = sending;
  const answer = sending.step === "answered" ? sending.answer : undefined;
  const end = sending.step === "unanswered" ? sending.end : undefined;
  const words = end && uploadMessage(end);
  const isUncertain = end && (end.wasStopped || !wasRefused(end.problem));
  const now = useCampaignNow(campaign_id);
  const start = answer && startOf(now);
  const campaign = `/campaigns/${idToPath(campaign_id)}`;
  return (
    <StepPage>
      {answer && <Outcome {...{ answer, list, engineReport, onSaved, now }} into={campaignName ?? "the campaign"} />}
      {sending.import_id && (
        <CallsBegun {...{ campaign_id, now }} name={campaignName} import_id={sending.import_id} list={list} />
      )}
      <KeptRowsMessage keptRows={sending.keptRows} />
      {words && (
        <Notice tone="fault" role="alert">
          <StepHeading variant="plain" className="font-semibold">
            {words.heading}
          </StepHeading>
          <p>{words.sentences.join(" ")}</p>
          {isUncertain && <InCampaignNow now={now} before={list.inCampaign} />}
          {end?.problem.upstream?.body && (
            <TechnicalDetail>
              <CodeBlock>{end.problem.upstream.body}</CodeBlock>
            </TechnicalDetail>
          )}
        </Notice>
      )}
      {isUncertain && list.people && (
        <PeopleTable {...list.people} engine={engineReport?.engine}>
          <Accepted accepted={undefined} counted="The platform gave no answer." />
        </PeopleTable>
      )}
      {isUnfinished && (
        <p className="text-sm/[17px] text-ink-3">
          The outcome could not be saved. The list of uploads will say “outcome unknown”.
        </p>
      )}
      <SentFile {...{ list, engineReport, onSaved }} title={listTitle(end)} isAnswered={answer !== undefined} />
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        {start && (
          <ButtonLink variant="primary" icon={start.icon} href={`${campaign}?ask=${start.ask}`}>
            {start.label}
          </ButtonLink>
        )}
        <ButtonLink variant={start ? "plain" : "primary"} href={campaign}>
          Open the campaign
        </ButtonLink>
        {end && onAgain && <Button onClick={onAgain}>Prepare the upload again</Button>}
        <Button onClick={onStartOver}>{answer ? "Upload another list" : "Start over"}</Button>
      </div>
    </StepPage>
  );
}

const starts = {
  unstarted: { ask: "start", label: "Start…", icon: "play" },
  paused: { ask: "resume", label: "Resume…", icon: "resume" },
} as const;

function startOf({ query, status, isRead }: CampaignNow) {
  const stage = isRead && !query.error ? stageOf(status) : undefined;
  return stage === "unstarted" || stage === "paused" ? starts[stage] : undefined;
}

type HeldNowProps = { now: CampaignNow; before: number | undefined };

function InCampaignNow({ now: { query, inCampaign, isRead }, before }: HeldNowProps) {
  if (!isRead) return <p>Reading how many contacts the campaign holds now…</p>;
  if (query.error || inCampaign === undefined)
    return <p>How many contacts the campaign holds now {query.error ? "could not be read" : "is not reported"}.</p>;
  const earlier = before === undefined ? "how many before is unknown" : `${formatCount(before)} before`;
  return (
    <p>
      The campaign holds {contactsWord(inCampaign)} now, {earlier}. More may follow if the platform is still reading the
      list.
    </p>
  );
}

type OutcomeProps = LeftOutProps & { answer: Answer<unknown>; into: string; now: CampaignNow };

function Outcome({ answer, list, into, engineReport, onSaved, now }: OutcomeProps) {
  const { raw, status, readAt, requestId } = answer;
  const { heading, sentences, kind, counted } = answerMessage({ raw, status, sent: list.entry.rows, into });
  // The table says it.
  const others = sentences.filter((sentence) => !list.people || sentence !== counted);
  return (
    <section aria-label="Outcome of the upload" className="[&>*+*]:mt-2">
      <StepHeading variant="figure">
        {(kind === "short" || kind === "over") && <StatusIcon tone="wait" tinted />} {heading}
      </StepHeading>
      {now.isRead && now.inCampaign !== undefined && <p>The campaign holds {contactsWord(now.inCampaign)} now.</p>}
      <LeftOut {...{ list, engineReport, onSaved }} />
      {others.length > 0 && <p>{others.join(" ")}</p>}
      {list.people && (
        <PeopleTable {...list.people} engine={engineReport?.engine}>
          <Accepted accepted={uploadCounts(raw)?.accepted} counted={counted} />
        </PeopleTable>
      )}
      <AnswerLists raw={raw} engine={engineReport?.engine} />
      {kind !== "all" && (
        <TechnicalDetail isOpen={counted === undefined}>
          <p className="text-sm/[17px] text-ink-3">
            Status {status}, <TimeText at={readAt} zoned />, request <CopyId id={requestId} />.{" "}
            {!list.people && counted}
          </p>
          <AnswerBox>
            <RecordView value={raw} label="Answer to the upload" />
          </AnswerBox>
        </TechnicalDetail>
      )}
    </section>
  );
}

type AcceptedProps = { accepted: number | undefined; counted: string | undefined };

const Accepted = ({ accepted, counted }: AcceptedProps) => (
  <tr className="*:border-t *:border-rule *:py-2.5 *:align-top">
    <th scope="row" className="pr-4 text-left font-semibold">
      Accepted by the platform
    </th>
    <td className="pr-6 text-right text-md font-semibold whitespace-nowrap">
      {accepted === undefined ? "unknown" : formatCount(accepted)}
    </td>
    <td>{counted ?? "The platform gives no count."}</td>
  </tr>
);

type LeftOutProps = { list: ListToSend; engineReport: EngineReport | undefined; onSaved: () => void };

function LeftOut({ list: { leftOut }, engineReport, onSaved }: LeftOutProps) {
  if (leftOut === 0) return null;
  const sentence = countOf(leftOut, "row was left out", "rows were left out");
  return engineReport ? (
    <SaveLeftOut {...engineReport} {...{ sentence, onSaved }} isOne={leftOut === 1} />
  ) : (
    <p>{sentence}.</p>
  );
}

type SaveLeftOutProps = EngineReport & { sentence: string; isOne: boolean; onSaved: () => void };

function SaveLeftOut({ engine, report, sentence, isOne, onSaved }: SaveLeftOutProps) {
  const { saving, problem, save, cancel } = useSaveRows(engine, report, onSaved);
  return (
    <div>
      <p>
        {sentence}:{" "}
        <LinkButton onClick={() => save("notSent")}>
          save {isOne ? "it" : "them"} with the {isOne ? "reason" : "reasons"}
        </LinkButton>
        .
      </p>
      {saving && <SavingProgress saving={saving} onCancel={cancel} />}
      {problem && <p className="text-sm/[17px] text-ink-3">{problem}</p>}
    </div>
  );
}

type SentFileProps = LeftOutProps & { title: string; isAnswered: boolean };

function SentFile({ title, isAnswered, ...leftOut }: SentFileProps) {
  const { file, entry, leftOut: rowsLeftOut } = leftOut.list;
  // Otherwise it is the file that the person has.
  const isOther = rowsLeftOut > 0 || (entry.counts.tidied ?? 0) > 0 || Number(entry.rules.edited_rows) > 0;
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-md font-semibold tracking-[-0.004em]">{title}</h2>
      <p className="wrap-anywhere">
        {entry.file_name}, {contactsWord(entry.rows)}
      </p>
      {!isAnswered && <LeftOut {...leftOut} />}
      {isOther && (
        <Button className="mt-3" icon="dl" onClick={() => saveBlob(file.name, file)}>
          {isAnswered ? "Save the uploaded file" : "Save the list"}
        </Button>
      )}
    </section>
  );
}
