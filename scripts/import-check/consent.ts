import type { ColumnValues, ContactEngine, Preview } from "@/lib/contacts/engine";
import { columnWords } from "@/lib/contacts/messages/file-messages";
import { openColumns } from "@/lib/contacts/open-columns";
import type { ColumnRule, Plan } from "@/lib/contacts/plan";
import { valueKey } from "@/lib/contacts/read/consent-columns";
import { Problem } from "@/lib/contract/problem";
import { formatCount } from "@/lib/format/format-count";
import { indexOf } from "./columns";
import { forTerminal } from "./messages";
import type { ImportCheckOptions } from "./options";

type Engine = Pick<ContactEngine, "columnValues">;
type List = { plan: Plan; preview: Preview };

/** Conditions of the command line. Throws a Problem if a column about consent has none and not all rows are wanted. */
export async function chosenRows(
  engine: Engine,
  list: List,
  { only: typed, allRows }: Pick<ImportCheckOptions, "only" | "allRows">,
): Promise<readonly ColumnRule[]> {
  const only = typed.map((condition) => ruleOf(condition, list.preview));
  // Their values are not looked at then, and a cell in another column can still say no.
  if (allRows) return list.preview.consent.map(({ column }) => ({ column, values: null }));
  const open = openColumns(list.preview, { only });
  const asked = [...new Set([...only.map(({ column }) => column), ...open])];
  if (asked.length === 0) return only;
  const counted = await engine.columnValues(list.plan, asked);
  for (const rule of only) refuseUnknown(rule, counted, list.preview);
  if (open.length > 0)
    throw undecided(
      counted.filter(({ column }) => open.includes(column)),
      list.preview,
    );
  return only;
}

function ruleOf(condition: string, preview: Preview): ColumnRule & { values: readonly string[] } {
  const equals = condition.lastIndexOf("=");
  const values = condition
    .slice(equals + 1)
    .split(",")
    .map(valueKey);
  return { column: indexOf(condition.slice(0, equals), preview.columns), values };
}

/** A mistyped value would leave every row out without a word. */
function refuseUnknown({ column, values }: ColumnRule, counted: readonly ColumnValues[], preview: Preview) {
  const found = counted.find((one) => one.column === column);
  if (!found || found.others > 0) return;
  const unknown = values?.find((value) => !found.values.some((listed) => valueKey(listed.value) === value));
  if (unknown !== undefined)
    throw new Problem("bad_input", `No row has ${forTerminal(unknown)} there. ${valuesLine(found, preview)}`);
}

function undecided(open: readonly ColumnValues[], preview: Preview) {
  return new Problem(
    "bad_input",
    [
      "These columns may say who must not be called:",
      ...open.map((column) => `  ${valuesLine(column, preview)}`),
      'Pass --only "COLUMN=VALUE,VALUE" with the values that may be called, nothing after the last comma for empty,',
      "or --all-rows to send the rows whatever these columns say.",
    ].join("\n"),
  );
}

function valuesLine({ column, values, others }: ColumnValues, preview: Preview): string {
  const listed = values.map(({ value, count }) => `${forTerminal(value)} ${formatCount(count)}`);
  const rest = others > 0 ? [`other values ${formatCount(others)}`] : [];
  return `${forTerminal(columnWords(preview.columns[column], column))}: ${[...listed, ...rest].join(", ")}`;
}
