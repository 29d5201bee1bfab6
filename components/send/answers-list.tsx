"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { Bay } from "@/components/ui/section";
import { Lamp } from "@/components/ui/status-icon";
import { TimeText } from "@/components/ui/time-text";
import type { Reading } from "@/components/ui/tone";
import { read } from "@/lib/client/query";
import { listAnswers, type SentAnswer } from "@/lib/contract/console/audit";
import { AnswerDialog } from "./answer-dialog";

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
  /** Its lamp, where its outcome does not say all of it. */
  readingOf?: (answer: SentAnswer) => Reading | undefined;
  /** What leads a row, instead of the verb. */
  lead?: (answer: SentAnswer) => ReactNode;
  empty: string;
};

const lamps: Record<SentAnswer["outcome"], Reading> = { ok: "ok", refused: "fault", unknown: "wait" };

/** What was sent from here and what was answered, newest first. */
export function AnswersList({ resource, target, title = "Answers", note, only, empty, ...row }: AnswersListProps) {
  const answers = useQuery(read(listAnswers, target === undefined ? { resource } : { resource, target }));
  const [opened, setOpened] = useState<SentAnswer>();

  return (
    <Bay title={title} more={note}>
      <QueryView
        query={answers}
        label="answers"
        level={3}
        isEmpty={({ data }) => !data.some(only ?? (() => true))}
        empty={<p className="note">{empty}</p>}
      >
        {({ value }) => (
          <ul className="ans">
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
    </Bay>
  );
}

type AnswerRowProps = Pick<AnswersListProps, "says" | "lead" | "readingOf"> & {
  answer: SentAnswer;
  isTargetShown: boolean;
  onRead: () => void;
};

function AnswerRow({ answer, isTargetShown, says, lead, readingOf, onRead }: AnswerRowProps) {
  const { outcome, status, at, actor_name, body, target } = answer;
  return (
    <li>
      <Lamp reading={readingOf?.(answer) ?? lamps[outcome]} tinted />
      <span>
        <b>{lead?.(answer) ?? verbWords(answer.action)}</b>{" "}
        {isTargetShown && target && <span className="mono">{target} </span>}
        <span className="dim">{wordsOf(answer, says)}</span>
      </span>
      <span className="r">{status ?? (outcome === "unknown" ? "no answer" : "")}</span>
      <small>
        <TimeText at={at} quiet />, {actor_name}
        {body && (
          <>
            {" · "}
            <button type="button" className="link" aria-haspopup="dialog" onClick={onRead}>
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
export const verbWords = (action: string) => action.slice(action.indexOf(".") + 1).replaceAll("_", " ");
