import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { NumberingPlan } from "@/lib/contacts/numbering/numbering-plan";
import { originalColumnCount, reportColumns } from "@/lib/contacts/read/column-names";
import { readRecords } from "@/lib/contacts/read/read-records";
import type { Damage } from "@/lib/contacts/read/records";
import { type CheckResult, contactPredicate, type Run } from "@/lib/contacts/validate/check";
import { isSent } from "@/lib/contacts/validate/row-index";
import { type Bucket, bucketOf, rowStatusOf } from "@/lib/contacts/validate/row-status";
import { viewOf } from "@/lib/contacts/validate/row-views";
import { Problem } from "@/lib/contract/problem";
import { csvCell, phoneCell, quoted } from "@/lib/format/csv";
import type { Written, WrittenKind } from "./engine";
import type { Edit, Mapping } from "./plan";

type WriteOptions = { kind: WrittenKind; name: string; numbering: NumberingPlan; run: Run };

type Writer = { row(row: number, cells: readonly string[], damage: Damage): void; end(): Written };

/** Writes a CSV file from a checked list: the rows to be sent, or the others with their reasons. */
export async function writeFile(file: Blob, checked: CheckResult, options: WriteOptions): Promise<Written> {
  const { plan, rowIndex, firstRow, shape, hiddenRows } = checked;
  const { kind, run } = options;
  const writer = kind === "sent" ? sentWriter(checked, options) : unsentWriter(checked, { ...options, kind });
  let row = 0;
  const badText = await readRecords(file, {
    ...plan.format,
    hiddenRows,
    isContact: contactPredicate(plan, shape),
    onRecord(cells, damage) {
      row += 1;
      if (row >= firstRow) writer.row(row, cells, damage);
    },
    onPiece: async (readBytes) => {
      await run.pause(() => ({ readBytes, totalBytes: file.size, rows: row, sent: 0, toFix: 0 }));
      return false;
    },
  });
  if (badText || row !== rowIndex.rowCount)
    throw new Problem("bad_input", "The file was changed after it was checked. Choose it again.");
  return writer.end();
}

function sentWriter({ plan, validateRow, rowIndex }: CheckResult, { name }: WriteOptions): Writer {
  const csv = createCsvWriter(`${stem(name)}.csv`);
  csv.header("phone_number,name");
  return {
    row(row, cells, damage) {
      if (!isSent[rowIndex.codeOf(row)]) return;
      const validated = validateRow.validateRow(cells, damage, plan.edits.get(row));
      csv.row(`${validated.phone},${quoted(validated.name)}`);
    },
    end: csv.end,
  };
}

type UnsentKind = Exclude<WrittenKind, "sent">;

const unsentBuckets: Record<UnsentKind, readonly Bucket[]> = {
  toFix: ["toFix"],
  notSent: ["toFix", "duplicate", "leftOut"],
};

const nameSuffixes: Record<UnsentKind, string> = { toFix: "to fix", notSent: "left out" };

function unsentWriter(checked: CheckResult, { kind, name, numbering }: WriteOptions & { kind: UnsentKind }): Writer {
  const { plan, validateRow, rowIndex, shape } = checked;
  const buckets = unsentBuckets[kind];
  const header = headerOf(checked);
  // A corrected problem file that is checked again must not keep its old problem columns.
  const originalCount = originalColumnCount(header);
  const originalCells = (cells: readonly string[]) =>
    Array.from({ length: originalCount }, (_, index) => cellOf(cells[index] ?? ""));
  const csv = createCsvWriter(`${stem(name)} ${nameSuffixes[kind]}.csv`, { hasBom: true });
  csv.header([...originalCells(header), ...reportColumns].join(","));

  return {
    row(row, cells, damage) {
      if (!buckets.includes(bucketOf(rowStatusOf(rowIndex.codeOf(row))))) return;
      const edit = plan.edits.get(row);
      const { message, suggestion } = viewOf({ row, cells, damage }, { checked, plan, validateRow, numbering });
      const values = edit ? withEdit(cells, plan.mapping, edit) : cells;
      const added = [String(row), csvCell(message), cellOf(suggestion ?? "")];
      // Surplus cells are part of the problem, so they are written too.
      csv.row([...originalCells(values), ...added, ...values.slice(shape.columns).map(cellOf)].join(","));
    },
    end: csv.end,
  };
}

function headerOf({ plan, header, shape }: CheckResult): readonly string[] {
  if (plan.format.hasHeader) return header.map((cell) => cell.trim());
  return Array.from({ length: shape.columns }, (_, index) => {
    if (index === plan.mapping.phone) return "phone_number";
    return plan.mapping.name.length === 1 && index === plan.mapping.name[0] ? "name" : `column_${index + 1}`;
  });
}

function withEdit(cells: readonly string[], mapping: Mapping, edit: Edit): readonly string[] {
  const edited = [...cells];
  if (edit.phone !== undefined) edited[mapping.phone] = edit.phone;
  if (edit.name !== undefined)
    for (const [index, column] of mapping.name.entries()) edited[column] = index === 0 ? edit.name : "";
  return Array.from(edited, (cell) => cell ?? "");
}

// A NUL would make the file look binary when it is opened again.
const cellOf = (cell: string) => csvCell(phoneCell(cell.replaceAll("\0", "")));

const stem = (name: string) => name.replace(/\.(?:csv|tsv|txt|xlsx|xlsm|ods)$/i, "");

const partCharacters = 1 << 20;

/** Builds a CSV file line by line and hashes it with SHA-256. The browser may store its parts on disk. */
function createCsvWriter(name: string, { hasBom = false } = {}) {
  const encoder = new TextEncoder();
  const hash = sha256.create();
  const parts: Blob[] = [];
  let text = hasBom ? "\ufeff" : "";
  let rows = 0;

  function flush() {
    const bytes = encoder.encode(text);
    hash.update(bytes);
    parts.push(new Blob([bytes]));
    text = "";
  }

  const add = (cells: string) => {
    text += `${cells}\r\n`;
    if (text.length > partCharacters) flush();
  };

  return {
    header: add,
    row(cells: string) {
      rows += 1;
      add(cells);
    },
    end() {
      flush();
      return { file: new File(parts, name, { type: "text/csv" }), rows, sha256: bytesToHex(hash.digest()) };
    },
  };
}
