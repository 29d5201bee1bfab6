import type { ColumnValues } from "@/lib/contacts/engine";
import type { Plan } from "@/lib/contacts/plan";
import { readRecords } from "@/lib/contacts/read/read-records";
import { contactPredicate, type Run } from "./check";
import { cachedKey } from "./column-rules";
import type { Shape } from "./shape";
import { isBlank } from "./validate-row";

type CountOptions = { plan: Plan; shape: Shape; columns: readonly number[]; run: Run };

const maxListed = 12;
/** Further values are only counted, so that a column of free text cannot fill the memory. */
const maxDistinct = 2000;

/** Counts the distinct values of columns over the whole file. Blank rows do not count. */
export async function countValues(
  file: Blob,
  { plan, shape, columns, run }: CountOptions,
): Promise<readonly ColumnValues[]> {
  const firstRow = plan.format.skippedRows + (plan.format.hasHeader ? 2 : 1);
  const tallies = columns.map((column) => ({ column, counts: new Map<string, ValueCount>(), rest: 0 }));
  const keyOf = cachedKey();
  let row = 0;
  await readRecords(file, {
    ...plan.format,
    isContact: contactPredicate(plan, shape),
    onRecord(cells) {
      row += 1;
      if (row < firstRow || isBlank(cells)) return;
      for (const tally of tallies) {
        const cell = cells[tally.column] ?? "";
        const key = keyOf(cell);
        const known = tally.counts.get(key);
        if (known) known.count += 1;
        else if (tally.counts.size < maxDistinct) tally.counts.set(key, { value: cell.trim(), count: 1 });
        else tally.rest += 1;
      }
    },
    onPiece: async (readBytes) => {
      await run.pause(() => ({ readBytes, totalBytes: file.size, rows: row, sent: 0, toFix: 0 }));
      return false;
    },
  });
  return tallies.map(({ column, counts, rest }) => {
    const values = [...counts.values()].sort((one, other) => other.count - one.count);
    const others = values.slice(maxListed).reduce((sum, { count }) => sum + count, rest);
    return { column, values: values.slice(0, maxListed), others };
  });
}

type ValueCount = { value: string; count: number };
