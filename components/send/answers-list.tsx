"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { Button } from "@/components/ui/buttons/button";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { CodeBlock } from "@/components/ui/json/code-block";
import { JsonViewer } from "@/components/ui/json/json-viewer";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Facts } from "@/components/ui/page/kv-list";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { uploadContacts, validateContacts } from "@/lib/contract/api/campaigns";
import { listAnswers, type SentAnswer } from "@/lib/contract/console/audit";
import { formatCount } from "@/lib/format/format-count";
import { answerBody } from "./answer-message";

export type AnswersListProps = {
  resource: string;
  /** The record; without one, one's own latest sends (an admin: everybody's). */
  target?: string;
  title?: string;
  note?: ReactNode;
  /** Which of the answers belong here. */
  only?: (answer: SentAnswer) => boolean;
  /** What an answer says where the API sent no message. */
  says?: (answer: SentAnswer) => ReactNode;
  /** Its tone, where its outcome does not say all of it. */
  toneOf?: (answer: SentAnswer) => Tone | undefined;
  /** What leads a row, instead of the verb. */
  lead?: (answer: SentAnswer) => ReactNode;
  empty: string;
};

const settableTones: Record<SentAnswer["outcome"], Tone> = { ok: "ok", refused: "fault", unknown: "wait" };

/** What was sent from here and what was answered, newest first. */
export function AnswersList({ resource, target, title = "Answers", note, only, empty, ...row }: AnswersListProps) {
  const answers = useQuery(read(listAnswers, target === undefined ? { resource } : { resource, target }));
  const [opened, setOpened] = useState<SentAnswer>();

  return (
    <Section title={title} more={note}>
      <QueryView
        query={answers}
        label="answers"
        level={3}
        isEmpty={({ data }) => !data.some(only ?? (() => true))}
        empty={<p className="text-sm/[17px] text-ink-3">{empty}</p>}
      >
        {({ value }) => (
          <ul>
            {value.data.filter(only ?? (() => true)).map((answer) => (
              <AnswerRow
                key={answer.id}
                answer={answer}
                isTargetShown={target === undefined}
                onRead={() => setOpened(answer)}
                {...row}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {opened && <AnswerDialog answer={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

type AnswerRowProps = Pick<AnswersListProps, "says" | "lead" | "toneOf"> & {
  answer: SentAnswer;
  isTargetShown: boolean;
  onRead: () => void;
};

function AnswerRow({ answer, isTargetShown, says, lead, toneOf, onRead }: AnswerRowProps) {
  const { outcome, status, at, actor_name, body, target } = answer;
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)_auto] gap-x-2.5 border-t border-rule py-2">
      <StatusIcon tone={toneOf?.(answer) ?? settableTones[outcome]} tinted className="mt-1" />
      <span className="wrap-anywhere">
        <b className="font-[550]">{lead?.(answer) ?? verbMessage(answer.action)}</b>{" "}
        {isTargetShown && target && <code>{target} </code>}
        <span className="text-ink-2">{wordsOf(answer, says)}</span>
      </span>
      <span className="text-sm/5 wrap-anywhere text-ink-3">{status ?? (outcome === "unknown" ? "no answer" : "")}</span>
      <small className="col-[2/-1] text-sm text-ink-3">
        <TimeText at={at} quiet />, {actor_name}
        {body && (
          <>
            {" · "}
            <button type="button" className={`-my-1 ${linkButtonClass}`} aria-haspopup="dialog" onClick={onRead}>
              read the answer
            </button>
          </>
        )}
      </small>
    </li>
  );
}

function wordsOf(answer: SentAnswer, says: AnswersListProps["says"]) {
  const { outcome, message } = answer;
  const told = says?.(answer);
  if (outcome === "unknown") return <>{told && <>{told}, </>}outcome unknown: it may or may not have taken effect</>;
  const said = message ? `“${message}”` : told;
  if (outcome !== "refused") return said;
  return message ? <>refused {said}</> : <>refused{said && <>, {said}</>}</>;
}

/** "upload contacts" of `campaigns.upload_contacts`. */
export const verbMessage = (action: string) => action.slice(action.indexOf(".") + 1).replaceAll("_", " ");

type AnswerDialogProps = { answer: SentAnswer; onClose: () => void };

/** One answer of the platform as it was kept. */
function AnswerDialog({ answer, onClose }: AnswerDialogProps) {
  const { action, body, status, request_id, at, actor_name } = answer;
  const footer = (
    <Button onClick={onClose} data-first-focus>
      Close
    </Button>
  );
  return (
    <Dialog title="The answer, as kept" onClose={onClose} footer={footer} wide>
      <Facts
        facts={[
          ["Status", status ?? "none"],
          ["Sent", <TimeText key="sent" at={at} zoned />],
          ["By", actor_name],
          ["Request", <CopyId key="request" id={request_id} whole />],
        ]}
      />
      {listActions.includes(action) && (
        <p className="mt-3.5 text-sm/[17px] text-ink-3">
          Only the counts are kept: the whole answer may repeat contacts of the list.
        </p>
      )}
      <div className="mt-3.5">
        <AnswerText text={body ?? ""} />
      </div>
    </Dialog>
  );
}

const listActions: readonly string[] = [uploadContacts.id, validateContacts.id];

const keptCharacters = 4096;

function AnswerText({ text }: { text: string }) {
  const body = answerBody(text);
  if ("json" in body) return <JsonViewer value={body.json} label="The answer as JSON" />;
  return (
    <>
      {text.length >= keptCharacters && (
        <p className="mb-2 text-sm/[17px] text-ink-3">The first {formatCount(keptCharacters)} characters were kept.</p>
      )}
      <CodeBlock>{body.text}</CodeBlock>
    </>
  );
}
