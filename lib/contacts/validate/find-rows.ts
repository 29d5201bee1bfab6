import { readRecords } from "@/lib/contacts/read/read-records";
import { type CheckResult, contactShape } from "./check";
import { isSent } from "./row-index";

/** Those of some rows whose number or name holds a text, whatever its case and accents. Numbers are found by their digits too. */
export async function findRows(
  file: Blob,
  { plan, validateRow, shape }: CheckResult,
  { rows, text }: { rows: Uint32Array; text: string },
): Promise<Uint32Array<ArrayBuffer>> {
  const wanted = plain(text.trim());
  const digits = /^[+\d\s().-]+$/.test(wanted) ? wanted.replace(/\D/g, "") : "";
  const found: number[] = [];
  let row = 0;
  let next = 0;
  await readRecords(file, {
    ...plan.format,
    isContact: contactShape(plan, shape),
    onRecord(cells) {
      row += 1;
      if (rows[next] !== row) return;
      next += 1;
      const { phone, name } = validateRow.cellsOf(cells, plan.edits.get(row));
      const isFound =
        plain(name).includes(wanted) ||
        plain(phone).includes(wanted) ||
        (digits !== "" && phone.replace(/\D/g, "").includes(digits));
      if (isFound) found.push(row);
    },
  });
  return Uint32Array.from(found);
}

/** Small letters without their accents; most text is plain already, and is not taken apart. */
function plain(text: string) {
  const small = text.toLowerCase();
  return /^[\x20-\x7e]*$/.test(small) ? small : small.normalize("NFD").replace(/\p{M}/gu, "");
}

/** For each number, the rows of a checked file that were sent with it; numbers are compared by their digits. */
export async function findSentRows(
  file: Blob,
  { plan, validateRow, shape, rowIndex }: CheckResult,
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
