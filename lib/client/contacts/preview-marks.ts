import { columnName } from "./first-look";

type Row = { line: number; cells: readonly string[] };

/** What is plainly odd about the few rows that are shown, by line. Rows that are not shown are not looked at. */
export function previewMarks(columns: readonly string[], rows: readonly Row[]): Map<number, string[]> {
  const at = columns.findIndex((column) => columnName(column) === "phone_number");
  const lineOf = new Map<string, number>();
  const marks = new Map<number, string[]>();
  for (const { line, cells } of rows) {
    const number = (cells[at] ?? "").replace(/[\s().-]/g, "");
    const first = lineOf.get(number);
    const doubts = [
      ...(cells.length === columns.length ? [] : [`${counted(cells, "cell")}, ${counted(columns, "column")}`]),
      ...(at >= 0 ? numberDoubt(number) : []),
      ...(at >= 0 && first !== undefined ? [`repeats line ${first}`] : []),
    ];
    if (number && first === undefined) lineOf.set(number, line);
    if (doubts.length > 0) marks.set(line, doubts);
  }
  return marks;
}

function numberDoubt(number: string): string[] {
  if (!number) return ["no number"];
  return /^\+[1-9]\d{6,14}$/.test(number) ? [] : ["not an international number"];
}

const counted = (list: readonly string[], noun: string) => `${list.length} ${noun}${list.length === 1 ? "" : "s"}`;
