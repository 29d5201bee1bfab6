import { readRecords } from "@/lib/contacts/read/read-records";
import { spellingsOf } from "@/lib/numbers/line";
import { partsMeant, searchedNumber } from "@/lib/numbers/searched-number";
import { type CheckResult, contactPredicate } from "./check";
import { isSent } from "./row-index";

/** Filters rows by a text in number or name, ignoring case and accents. Numbers also match by their digits. */
export async function findRows(
  file: Blob,
  { plan, validateRow, shape }: CheckResult,
  { rows, text }: { rows: Uint32Array; text: string },
): Promise<Uint32Array<ArrayBuffer>> {
  const query = foldText(text.trim());
  const digits = digitsMeant(text.trim());
  const matches: number[] = [];
  let row = 0;
  let next = 0;
  await readRecords(file, {
    ...plan.format,
    isContact: contactPredicate(plan, shape),
    onRecord(cells) {
      row += 1;
      if (rows[next] !== row) return;
      next += 1;
      const { phone, name } = validateRow.cellsOf(cells, plan.edits.get(row));
      const isMatch =
        foldText(name).includes(query) || foldText(phone).includes(query) || holdsAny(phone.replace(/\D/g, ""), digits);
      if (isMatch) matches.push(row);
    },
  });
  return Uint32Array.from(matches);
}

/** Digits of which a searched text means one, as the number of a row has them. */
function digitsMeant(text: string): readonly string[] {
  const searched = searchedNumber(text);
  if (searched?.is === "whole") return spellingsOf(searched.digits);
  if (searched?.is === "part") return partsMeant(searched.digits);
  return /^[+\d\s().-]+$/.test(text) ? [text.replace(/\D/g, "")] : [];
}

const holdsAny = (phone: string, digits: readonly string[]) =>
  digits.some((some) => some !== "" && phone.includes(some));

/** Lower case without accents. ASCII text skips the normalization, since it is the most frequent. */
function foldText(text: string) {
  const small = text.toLowerCase();
  return /^[\x20-\x7e]*$/.test(small) ? small : small.normalize("NFD").replace(/\p{M}/gu, "");
}

/** For each number, the sent rows of a checked file with the same digits. */
export async function findSentRows(
  file: Blob,
  { plan, validateRow, shape, rowIndex }: CheckResult,
  numbers: readonly string[],
): Promise<number[][]> {
  const rowsByNumber = numbers.map((): number[] => []);
  const rowsByDigits = new Map<string, number[][]>();
  numbers.forEach((number, index) => {
    const digits = number.replace(/\D/g, "");
    rowsByDigits.set(digits, [...(rowsByDigits.get(digits) ?? []), rowsByNumber[index] ?? []]);
  });
  let row = 0;
  await readRecords(file, {
    ...plan.format,
    isContact: contactPredicate(plan, shape),
    onRecord(cells, damage) {
      row += 1;
      if (!isSent[rowIndex.codeOf(row)]) return;
      const { phone } = validateRow.validateRow(cells, damage, plan.edits.get(row));
      for (const rows of rowsByDigits.get(phone.replace(/\D/g, "")) ?? []) rows.push(row);
    },
  });
  return rowsByNumber;
}
