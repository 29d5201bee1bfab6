import { Button, LinkButton } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { SelectField } from "@/components/ui/fields/select-field";
import type { Column, ColumnValues, GroupReport } from "@/lib/contacts/engine";
import { columnWords } from "@/lib/contacts/messages/file-messages";
import { valueKey } from "@/lib/contacts/read/consent-columns";
import { countOf, formatCount } from "@/lib/format/format-count";
import { ConnectorEnd } from "./column-board";
import type { ConsentQuestion, useConsent } from "./use-consent";

type ConsentCardProps = {
  columns: readonly Column[];
  consent: ReturnType<typeof useConsent>;
  /** Rows with a cell that says not to call; undefined before the list was read. */
  refusals: GroupReport | undefined;
};

export function ConsentCard({ columns, consent: { questions, answer, add }, refusals }: ConsentCardProps) {
  const found = questions.filter(({ isFound }) => isFound).length;
  const isOpen = questions.some(({ values }) => values?.length === 0);
  // A column with a question of its own is settled by the answer.
  const beside = (refusals?.reasons ?? []).filter(({ reason }) =>
    questions.every(({ name }) => !reason.startsWith(`${name}: `)),
  );
  const others = columns.map((_, column) => column).filter((column) => questions.every((one) => one.column !== column));
  return (
    <section
      className={`grid gap-2.5 rounded-2 border bg-well px-4 pt-3 pb-[13px] ${isOpen ? "border-wait-fill" : "border-rule-2"}`}
      aria-label="Who must not be called"
    >
      <div>
        <h3 className="flex flex-wrap items-center gap-x-2.5 text-lg font-semibold">
          Who must not be called
          {found > 0 && (
            <span className="rounded-1 border border-dashed border-edge px-1.5 text-sm/[18px] font-[550] text-ink-2">
              {countOf(found, "column looks", "columns look")} like consent
            </span>
          )}
        </h3>
        <p className="mt-1 text-sm/[17px] text-ink-3">
          {questions.length === 0
            ? beside.length > 0
              ? "Choose a column if one of them says who may be called."
              : "No column looks like consent or a do-not-call mark. Choose one if there is such a column."
            : "Tick who may be called. Rows with any other value are left out."}
        </p>
      </div>
      {beside.length > 0 && <Refusals reasons={beside} />}
      {questions.map((question) => (
        <Question key={question.column} {...question} onAnswer={(values) => answer(question.column, values)} />
      ))}
      {others.length > 0 && (
        <SelectField label="Use another column" value={-1} onChange={({ target }) => add(Number(target.value))}>
          <option value={-1}>Choose a column</option>
          {others.map((column) => (
            <option key={column} value={column}>
              {columnWords(columns[column], column)}
            </option>
          ))}
        </SelectField>
      )}
    </section>
  );
}

/** Cells that forbid a call, in any column. The review lists their rows. */
function Refusals({ reasons }: { reasons: NonNullable<GroupReport["reasons"]> }) {
  const count = reasons.reduce((sum, reason) => sum + reason.count, 0);
  const [says, isOut, them] = count === 1 ? ["row says", "It is", "it"] : ["rows say", "They are", "them"];
  return (
    <div className="border-t border-rule pt-2">
      <p className="flex items-start gap-2 [&>svg]:mt-1 [&>svg]:flex-none">
        <StatusIcon tone="wait" tinted />
        <span>
          {formatCount(count)} {says} not to call, that the person died, or that the number is wrong. {isOut} left out.
          The step “Review and fix” lists {them}.
        </span>
      </p>
      <ul className="mt-1 text-sm/[17px] text-ink-2">
        {reasons.slice(0, shownReasons).map(({ reason, count: rows }) => (
          <li key={reason} className="wrap-anywhere">
            {reason} {rows > 1 && <span className="text-ink-3">{formatCount(rows)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

const shownReasons = 3;

type QuestionProps = ConsentQuestion & { onAnswer: (values: ConsentQuestion["values"] | undefined) => void };

function Question({ column, name, values, isFound, isOfRegister, counted, onAnswer }: QuestionProps) {
  return (
    <fieldset className="relative min-w-0 border-t border-rule pt-2">
      <ConnectorEnd isOff={false} className="top-3.5 -left-6 z-1 bg-sheet" data-connector-end={consentEnd(column)} />
      <legend className="float-left mb-1.5 flex w-full flex-wrap items-center justify-between gap-x-3">
        <b className="font-[550] wrap-anywhere">{name}</b>
        <span className="text-sm/[17px] text-ink-2">{counted && <Outcome values={values} counted={counted} />}</span>
      </legend>
      <div className="clear-both flex flex-wrap items-center gap-2">
        {isOfRegister && (
          <p className="w-full text-ink-2">
            A register seems to have marked these people. Its values differ: tick those that mean “may be called”.
          </p>
        )}
        {!counted && <span className="text-sm text-ink-3">Counting its values…</span>}
        {counted && values && <Values values={values} counted={counted} onAnswer={onAnswer} />}
        {counted &&
          (values ? (
            <LinkButton onClick={() => onAnswer(null)}>Use all rows, whatever this column says</LinkButton>
          ) : (
            <p className="text-ink-2">
              All rows are used, whatever this column says.{" "}
              <LinkButton onClick={() => onAnswer([])}>
                Change<span className="sr-only"> {name}</span>
              </LinkButton>
            </p>
          ))}
        {!isFound && (
          <Button size="small" variant="bare" icon="x" onClick={() => onAnswer(undefined)}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function Outcome({ values, counted }: { values: ConsentQuestion["values"]; counted: ColumnValues }) {
  if (values === null) return null;
  if (values.length === 0)
    return (
      <span className="inline-flex items-center gap-1.5 text-wait-ink">
        <StatusIcon tone="wait" tinted /> Who may be called?
      </span>
    );
  const leftOut = counted.values.filter(({ value }) => !values.includes(valueKey(value)));
  const rows = leftOut.reduce((sum, { count }) => sum + count, counted.others);
  return rows === 0 ? "nobody is left out" : countOf(rows, "row is left out", "rows are left out");
}

type ValuesProps = { values: readonly string[]; counted: ColumnValues; onAnswer: (values: readonly string[]) => void };

function Values({ values, counted, onAnswer }: ValuesProps) {
  return (
    <>
      {counted.values.map(({ value, count }) => {
        const key = valueKey(value);
        const isTicked = values.includes(key);
        return (
          <Checkbox
            key={key}
            className={`min-h-8 max-w-full rounded-2 border px-2.5 max-narrow:min-h-10 ${isTicked ? "border-accent bg-pick" : "border-edge bg-sheet"}`}
            checked={isTicked}
            onChange={() => onAnswer(isTicked ? values.filter((other) => other !== key) : [...values, key])}
          >
            <span className={`font-[550] wrap-anywhere ${value ? "" : "text-ink-3"}`}>{value || "empty"}</span>{" "}
            <span className="text-ink-2">{formatCount(count)}</span>
          </Checkbox>
        );
      })}
      {counted.others > 0 && (
        <span className="text-sm text-ink-3">Other values: {countOf(counted.others, "row")}, left out</span>
      )}
    </>
  );
}

export const consentEnd = (column: number) => `consent-${column}`;
