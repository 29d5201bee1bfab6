import type { RowView } from "@/lib/contacts/engine";
import type { NumberingPlan } from "@/lib/contacts/numbering/numbering-plan";
import type { Plan } from "@/lib/contacts/plan";
import type { ReadRow } from "@/lib/contacts/read/row-reader";
import type { CheckResult } from "./check";
import { isSent } from "./row-index";
import { rowMessage } from "./row-messages";
import { codeOf, type RowStatus, rowStatusOf } from "./row-status";
import type { RowValidator } from "./validate-row";

type ViewInput = {
  /** The last whole check. */
  checked: CheckResult;
  /** What holds now: a row may have been typed over since that check. */
  plan: Plan;
  validateRow: RowValidator;
  numbering: NumberingPlan;
};

/** A row as it is looked at: what the file has, what becomes of it, and why. */
export function viewOf({ row, cells, damage }: ReadRow, { checked, plan, validateRow, numbering }: ViewInput): RowView {
  const edit = plan.edits.get(row);
  const given = validateRow.cellsOf(cells, edit);
  const { phone, number, name, suggestion, ...validated } = validateRow.validateRow(cells, damage, edit);
  const digits = phone.replace("+", "");
  const isAsChecked = edit === checked.plan.edits.get(row);
  const isSendable = isSent[codeOf[validated.rowStatus]] === 1;
  const mayRepeat = isSendable && (!isAsChecked || isDuplicate(checked, row));
  const holder = mayRepeat ? checked.numbers.rowOf(number) : 0;
  const isRepeat = mayRepeat && (isAsChecked || isTaken(checked, holder, row));
  const rowStatus: RowStatus = isRepeat ? "duplicate" : validated.rowStatus;
  const otherRow = isRepeat && holder !== row ? holder : undefined;
  const { country } = plan.rules;
  const said = rowMessage({
    rowStatus,
    phone: given.phone,
    cells: cells.length,
    columns: checked.shape.columns,
    digits,
    otherRow: otherRow || undefined,
    country,
    numbering,
  });
  return {
    row,
    ...given,
    rowStatus,
    ...said,
    ...(otherRow ? { otherRow } : {}),
    ...(isSent[codeOf[rowStatus]] ? { sent: { phone, name } } : {}),
    ...(suggestion === "" || isRepeat ? {} : { suggestion }),
    isEdited: edit !== undefined,
  };
}

const isDuplicate = ({ rowIndex }: CheckResult, row: number) => rowStatusOf(rowIndex.codeOf(row)) === "duplicate";

const isTaken = ({ rowIndex }: CheckResult, holder: number, row: number) =>
  holder !== 0 && holder !== row && isSent[rowIndex.codeOf(holder)] === 1;
