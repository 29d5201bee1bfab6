import type { RowView } from "@/lib/contacts/engine";
import type { Plan } from "@/lib/contacts/plan";
import type { ReadRow } from "@/lib/contacts/read/row-reader";
import { bucketOf, codeOf, known, type RowStatus, rowMessage, rowStatusOf } from "@/lib/contacts/row-status/row-status";
import type { NumberingPlan } from "@/lib/numbers/numbering-plan";
import type { CheckResult } from "./check";
import { isSent } from "./row-index";
import type { RowValidator } from "./validate-row";

type ViewInput = {
  checked: CheckResult;
  /** The current plan. Rows may have been edited since the check. */
  plan: Plan;
  validateRow: RowValidator;
  numbering: NumberingPlan;
};

export function viewOf({ row, cells, damage }: ReadRow, { checked, plan, validateRow, numbering }: ViewInput): RowView {
  const edit = plan.edits.get(row);
  const values = validateRow.cellsOf(cells, edit);
  const { phone, number, name, suggestion, ...validated } = validateRow.validateRow(cells, damage, edit);
  const digits = phone.replace("+", "");
  const isAsChecked = edit === checked.plan.edits.get(row);
  const isSendable = isSent[codeOf[validated.rowStatus]] === 1;
  const mayRepeat = isSendable && (!isAsChecked || isDuplicate(checked, row));
  const holder = mayRepeat ? checked.numbers.rowOf(number) : 0;
  const isRepeat = mayRepeat && (isAsChecked || isTaken(checked, holder, row));
  const { column } = validateRow.numbers;
  const isBarred =
    isSendable && [number, ...validateRow.othersOf(cells, number)].some((each) => checked.numbers.isBarred(each));
  const stored = rowStatusOf(checked.rowIndex.codeOf(row));
  const isKnown = isAsChecked && known.some((status) => status === stored);
  const found: RowStatus = isKnown ? stored : validated.rowStatus;
  const repeat = isAsChecked && stored === "switchboard" ? stored : "duplicate";
  const rowStatus: RowStatus = isBarred ? "barred" : isRepeat ? repeat : found;
  const otherRow = isRepeat && holder !== row ? holder : undefined;
  const problem = rowMessage({
    rowStatus,
    cells: cells.length,
    columns: checked.shape.columns,
    digits,
    otherRow: otherRow || undefined,
    reason: validateRow.reasonIn(cells, edit),
    numbering,
  });
  return {
    row,
    ...values,
    rowStatus,
    ...(column === plan.mapping.phone || isSaidByRow(rowStatus)
      ? problem
      : withColumn(problem, checked.shape.header[column], column)),
    ...(otherRow ? { otherRow } : {}),
    ...(isSent[codeOf[rowStatus]] ? { sent: { phone, name } } : {}),
    ...(suggestion === "" || isRepeat || isBarred ? {} : { suggestion }),
    isEdited: edit !== undefined,
  };
}

/** The row is left out for what another cell says, whichever number it has. */
const isSaidByRow = (rowStatus: RowStatus) => rowStatus === "refusal" || rowStatus === "excluded";

/** Names the column of a number that is not from the first one. */
const withColumn = ({ message }: Pick<RowView, "message">, header = "", column: number) => ({
  field: "phone" as const,
  message: `The number is from “${header.trim() || `column ${column + 1}`}”. ${message}`.trim(),
});

const isDuplicate = ({ rowIndex }: CheckResult, row: number) =>
  bucketOf(rowStatusOf(rowIndex.codeOf(row))) === "duplicate";

const isTaken = ({ rowIndex }: CheckResult, holder: number, row: number) =>
  holder !== 0 && holder !== row && isSent[rowIndex.codeOf(holder)] === 1;
