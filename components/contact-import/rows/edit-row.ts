import { type Edit, limits, type Plan } from "@/lib/contacts/plan";
import { formatCount } from "@/lib/format/format-count";

/** The plan with one row changed; undefined where no more rows may be changed by hand. */
export function editRow(plan: Plan, row: number, change: Edit): Plan | undefined {
  const before = plan.edits.get(row);
  if (!before && plan.edits.size >= limits.editedRows) return undefined;
  const { isLeftOut, ...typed } = { ...before, ...change };
  const edit: Edit = isLeftOut ? { ...typed, isLeftOut } : typed;
  const edits = new Map(plan.edits);
  if (Object.keys(edit).length === 0) edits.delete(row);
  else edits.set(row, edit);
  return { ...plan, edits };
}

export const editsAreFull = `${formatCount(limits.editedRows)} rows were changed by hand, which is the most. Save the rows to fix, correct them in the file and choose it again.`;
