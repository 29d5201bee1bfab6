import { readRecords } from "@/lib/contacts/read/read-records";
import { type Checked, contactShape } from "./check";
import { isSent } from "./row-index";

/** For each number, the rows of a checked file that were sent with it; numbers are compared by their digits. */
export async function findSent(
  file: Blob,
  { plan, validateRow, shape, rowIndex }: Checked,
  numbers: readonly string[],
): Promise<number[][]> {
  const found = numbers.map((): number[] => []);
  const wanted = new Map<string, number[][]>();
  numbers.forEach((number, at) => {
    const digits = number.replace(/\D/g, "");
    wanted.set(digits, [...(wanted.get(digits) ?? []), found[at] ?? []]);
  });
  let row = 0;
  await readRecords(file, {
    ...plan.format,
    isContact: contactShape(plan, shape),
    onRecord(cells, damage) {
      row += 1;
      if (!isSent[rowIndex.codeOf(row)]) return;
      const { phone } = validateRow.validateRow(cells, damage, plan.edits.get(row));
      for (const rows of wanted.get(phone.replace(/\D/g, "")) ?? []) rows.push(row);
    },
  });
  return found;
}
