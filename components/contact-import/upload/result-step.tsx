"use client";

import type { ReactNode } from "react";
import { SavingProgress, useSaveRows } from "@/components/contact-import/review/save-rows";
import type { ListToSend, Sending } from "@/components/contact-import/state/sending-state";
import { AnswerBox, StepHeading, StepPage } from "@/components/contact-import/step-page";
import { RecordView } from "@/components/record/record-view";
import { saveBlob } from "@/components/ui/browser/save-file";
import { Button, ButtonLink } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { CodeBlock } from "@/components/ui/json/code-block";
import { KvList } from "@/components/ui/page/kv-list";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import type { Answer } from "@/lib/client/answer";
import { answerMessage } from "@/lib/client/upload-counts";
import type { ContactEngine } from "@/lib/contacts/engine";
import { idToPath } from "@/lib/contract/identifier";
import { countOf, formatBytes, formatCount } from "@/lib/format/format-count";
import { AnswerLists } from "./answer-lists";
import { uploadMessage } from "./outcome-messages";

type SendingEnd = Exclude<Sending, { step: "sending" }>;

export type ResultStepProps = {
  engine: ContactEngine | undefined;
  campaign_id: string;
  /** How the sending ended of what left this browser, or was to. */
  sending: SendingEnd;
  /** Whether the engine still has this list's own file. */
  isAtHand: boolean;
  onAgain: () => void;
};

/** How the sending ended: the API's answer whole beside what was sent, or what is not known. */
export function ResultStep({ engine, campaign_id, sending, isAtHand, onAgain }: ResultStepProps) {
  const { list, isUnfinished } = sending;
  const answer = sending.step === "answered" ? sending.answer : undefined;
  const end = sending.step === "unanswered" ? sending.end : undefined;
  const words = end && uploadMessage(end);
  const own = isAtHand ? engine : undefined;
  return (
    <StepPage>
      {answer && <TheAnswer engine={own} answer={answer} rows={list.entry.rows} />}
      {words && (
        <Notice tone="fault" role="alert">
          <StepHeading look="plain" className="font-semibold">
            {words.heading}
          </StepHeading>
          <p>{words.sentences.join(" ")}</p>
          {end?.problem.upstream?.body && <CodeBlock className="mt-2">{end.problem.upstream.body}</CodeBlock>}
        </Notice>
      )}
      {isUnfinished && (
        <p className="text-sm/[17px] text-ink-3">
          The journal could not be told how this ended. It will say “outcome unknown”.
        </p>
      )}
      <WhatLeft engine={own} list={list} isAnswered={answer !== undefined} />
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <ButtonLink variant="primary" href={`/campaigns/${idToPath(campaign_id)}`}>
          Open the campaign
        </ButtonLink>
        <Button onClick={onAgain}>{answer ? "Send another list" : "Start over"}</Button>
      </div>
    </StepPage>
  );
}

function TheAnswer({
  engine,
  answer,
  rows,
}: {
  engine: ContactEngine | undefined;
  answer: Answer<unknown>;
  rows: number;
}) {
  const { sentence, kind } = answerMessage({ raw: answer.raw, status: answer.status, sent: rows });
  const isShort = kind === "short";
  const lists = <AnswerLists raw={answer.raw} engine={engine} />;
  return (
    <section aria-label="The platform’s answer">
      <StepHeading look="figure">
        {isShort && <StatusIcon tone="wait" tinted />} The platform answered {answer.status}
        {isShort && ", and did not take every row"}
        {kind === "open" && ", and is still working on it"}
      </StepHeading>
      <p>{sentence}</p>
      <p className="text-sm/[17px] text-ink-3">
        <TimeText at={answer.readAt} zoned />. The API documentation does not show this answer’s fields. This is all of
        it.
      </p>
      {isShort && lists}
      <AnswerBox>
        <RecordView value={answer.raw} label="Answer to the upload" isTight />
      </AnswerBox>
      {!isShort && lists}
    </section>
  );
}

/** "48.2 MB (48,200,113 bytes)": the short form may hide a byte that was lost. */
function sizeMessage(bytes: number): string {
  const [short, exact] = [formatBytes(bytes), countedBytes(bytes)];
  return short === exact ? exact : `${short} (${exact})`;
}

const countedBytes = (bytes: number) => countOf(bytes, "byte");

type WhatLeftProps = { engine: ContactEngine | undefined; list: ListToSend; isAnswered: boolean };

function WhatLeft({ engine, list, isAnswered }: WhatLeftProps) {
  const { file, entry, leftOut } = list;
  const saveList = (
    <Button icon="dl" onClick={() => saveBlob(file.name, file)}>
      {isAnswered ? "Save what was sent" : "Save the list"}
    </Button>
  );
  return (
    <section aria-label="What left this browser">
      <h2 className="mb-2 text-md font-semibold tracking-[-0.004em]">
        {isAnswered ? "What left this browser" : "What was to be sent"}
      </h2>
      <KvList
        entries={[
          ["File", entry.file_name],
          ["Contacts", formatCount(entry.rows)],
          ["Size", sizeMessage(entry.bytes)],
          ["SHA-256", <CopyId key="sha256" id={entry.sha256} whole />],
          ["Left out", leftOut === 0 ? "No row" : `${formatCount(leftOut)} rows`],
        ]}
      />
      {leftOut > 0 && engine ? (
        <SaveLeftOut engine={engine}>{saveList}</SaveLeftOut>
      ) : (
        <div className="mt-3 flex min-w-0 flex-wrap items-center gap-2">{saveList}</div>
      )}
    </section>
  );
}

function SaveLeftOut({ engine, children }: { engine: ContactEngine; children: ReactNode }) {
  const { saving, problem, save, cancel } = useSaveRows(engine);
  return (
    <>
      <div className="mt-3 flex min-w-0 flex-wrap items-center gap-2">
        {children}
        <Button icon="dl" onClick={() => save("notSent")}>
          Save what was left out, with reasons
        </Button>
      </div>
      {saving && <SavingProgress saving={saving} onCancel={cancel} />}
      {problem && <p className="text-sm/[17px] text-ink-3">{problem}</p>}
    </>
  );
}
