import { useEffect, useState } from "react";
import type { ColumnValues, ContactEngine, Preview } from "@/lib/contacts/engine";
import { columnWords } from "@/lib/contacts/messages/file-messages";
import { openColumns } from "@/lib/contacts/open-columns";
import type { ColumnRule, Plan } from "@/lib/contacts/plan";
import { allowsCalls, valueKey } from "@/lib/contacts/read/consent-columns";

export type ConsentInput = {
  engine: Pick<ContactEngine, "columnValues">;
  preview: Preview;
  plan: Plan;
  onOnly: (only: readonly ColumnRule[]) => void;
};

export type ConsentQuestion = ColumnRule & {
  name: string;
  /** False for a column that a person added. */
  isFound: boolean;
  /** A register marked its people, and nobody knows yet what the values mean. */
  isOfRegister: boolean;
  counted: ColumnValues | undefined;
};

export function useConsent({ engine, preview, plan, onOnly }: ConsentInput) {
  const { only } = plan.rules;
  const found = preview.consent.map(({ column }) => column);
  const columns = [...found, ...only.map(({ column }) => column).filter((column) => !found.includes(column))];
  const { counted, problem } = useColumnValues(engine, plan, columns);
  const rules = columns.map((column) => only.find((rule) => rule.column === column) ?? suggestedRule(column));

  /** Clear values are ticked at first. A person decides about all others. */
  function suggestedRule(column: number): ColumnRule {
    const meaning = meaningOf(column);
    const values = counted.get(column)?.values.map(({ value }) => value) ?? [];
    return { column, values: values.filter((value) => allowsCalls(meaning, value)).map(valueKey) };
  }

  function meaningOf(column: number) {
    return preview.consent.find((guess) => guess.column === column)?.meaning;
  }

  const nameOf = (column: number) => columnWords(preview.columns[column], column);
  const open = openColumns(preview, { only: rules }).map(nameOf);
  const isCounting = columns.some((column) => !counted.has(column));
  return {
    questions: rules.map(
      (rule): ConsentQuestion => ({
        ...rule,
        name: nameOf(rule.column),
        isFound: found.includes(rule.column),
        isOfRegister: meaningOf(rule.column) === "register",
        counted: counted.get(rule.column),
      }),
    ),
    problem,
    whyNot: problem ?? (isCounting ? "Counting the values of the columns…" : openMessage(open)),
    /** Undefined values remove the column. */
    answer: (column: number, values: ColumnRule["values"] | undefined) =>
      onOnly(
        columns.flatMap((other) =>
          other === column
            ? values === undefined
              ? []
              : { column, values }
            : only.filter((rule) => rule.column === other),
        ),
      ),
    add: (column: number) => onOnly([...only, { column, values: [] }]),
    /** Stores what is ticked by suggestion. */
    confirm: () => rules.some((rule) => !only.includes(rule)) && onOnly(rules),
  };
}

function openMessage(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return `${names.length === 1 ? "One question is" : `${names.length} questions are`} open: ${names.join(", ")}.`;
}

type Counts = { format: Plan["format"]; values: ReadonlyMap<number, ColumnValues>; problem?: string };

/** Values of columns in the whole file. Columns that are counted already are not read again. */
function useColumnValues(engine: ConsentInput["engine"], plan: Plan, columns: readonly number[]) {
  const { format } = plan;
  const [latest, setLatest] = useState<Counts>();
  const current = latest?.format === format ? latest : undefined;
  const counted = current?.values ?? noValues;
  const missing = columns.filter((column) => !counted.has(column)).join();
  const isFailed = current?.problem !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the format and the columns change the counts
  useEffect(() => {
    if (missing === "" || isFailed) return;
    let isOld = false;
    engine
      .columnValues(plan, missing.split(",").map(Number))
      .then((read) => {
        const values = new Map([...counted, ...read.map((column) => [column.column, column] as const)]);
        if (!isOld) setLatest({ format, values });
      })
      .catch((error: unknown) => {
        const problem = error instanceof Error ? error.message : "The file could not be read.";
        if (!isOld) setLatest({ format, values: counted, problem });
      });
    return () => {
      isOld = true;
    };
  }, [engine, format, missing, isFailed]);

  return { counted, problem: current?.problem };
}

const noValues: ReadonlyMap<number, ColumnValues> = new Map();
