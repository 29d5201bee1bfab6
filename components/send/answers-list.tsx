import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ActionSentence } from "@/components/query/action-sentence";
import { QueryView } from "@/components/query/query-view";
import { deferred } from "@/components/ui/browser/deferred";
import { LinkButton } from "@/components/ui/buttons/button";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { listAnswers, type SentAnswer } from "@/lib/contract/console/audit";
import { visibleControls } from "@/lib/format/format-raw";

export type AnswersListProps = {
  resource: string;
  /** Record ID. Without it, the user's latest actions (for admins: everyone's). */
  target?: string;
  title: string;
  note?: ReactNode;
  only?: (answer: SentAnswer) => boolean;
  labelOf?: (answer: SentAnswer) => ReactNode;
  toneOf?: (answer: SentAnswer) => Tone | undefined;
  more?: (answer: SentAnswer) => ReactNode;
  lead?: (answer: SentAnswer) => ReactNode;
};

const AnswerDialog = deferred(async () => (await import("./answer-dialog")).AnswerDialog);

const outcomeTones: Record<SentAnswer["outcome"], Tone> = { ok: "ok", refused: "fault", unknown: "wait" };

/** Actions on a record from here. Without one there is no section. */
export function AnswersList({ resource, target, title, note, only = all, ...row }: AnswersListProps) {
  const answers = useQuery(read(listAnswers, target === undefined ? { resource } : { resource, target }));
  const [opened, setOpened] = useState<SentAnswer>();
  if (answers.data && !answers.data.value.data.some(only)) return null;

  return (
    <Section title={title} more={note}>
      <QueryView query={answers} label="the activity" rows={1}>
        {({ value }) => (
          <ul>
            {value.data.filter(only).map((answer) => (
              <AnswerRow key={answer.id} answer={answer} onRead={() => setOpened(answer)} {...row} />
            ))}
          </ul>
        )}
      </QueryView>
      {opened && <AnswerDialog answer={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

const all = () => true;

type AnswerRowProps = Pick<AnswersListProps, "labelOf" | "lead" | "toneOf" | "more"> & {
  answer: SentAnswer;
  onRead: () => void;
};

function AnswerRow({ answer, labelOf, lead, toneOf, more, onRead }: AnswerRowProps) {
  const { outcome, at, actor_name, body } = answer;
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)_auto] gap-x-2.5 border-t border-rule py-2">
      <StatusIcon tone={toneOf?.(answer) ?? outcomeTones[outcome]} tinted className="mt-1" />
      <span className="wrap-anywhere">
        {lead ? <b className="font-[550]">{lead(answer)}</b> : <ActionSentence entry={answer} />}{" "}
        <span className={`text-ink-2 ${lead ? "" : "block"}`}>{wordsOf(answer, labelOf)}</span>
      </span>
      <span className="text-sm/5 wrap-anywhere text-ink-3">{outcome === "unknown" ? "not known" : ""}</span>
      <small className="col-[2/-1] text-sm text-ink-3">
        <TimeText at={at} quiet />
        {lead && actor_name && `, ${actor_name}`}
        {body && (
          <>
            {" · "}
            <LinkButton className="-my-1" aria-haspopup="dialog" load={AnswerDialog.load} onClick={onRead}>
              Details
            </LinkButton>
          </>
        )}
      </small>
      {more && <small className="col-[2/-1] text-sm text-ink-3 empty:hidden">{more(answer)}</small>}
    </li>
  );
}

function wordsOf(answer: SentAnswer, labelOf: AnswersListProps["labelOf"]) {
  const { outcome, message, is_quoted } = answer;
  const label = labelOf?.(answer);
  if (outcome === "unknown") return <>{label && <>{label}, </>}outcome unknown: it may or may not have taken effect</>;
  const quoted = message && (is_quoted ? `“${visibleControls(message)}”` : visibleControls(message));
  if (outcome !== "refused") return quoted || label;
  if (quoted) return `refused${is_quoted ? "" : ":"} ${quoted}`;
  return <>refused{label && <>, {label}</>}</>;
}
