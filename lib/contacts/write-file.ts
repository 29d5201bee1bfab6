import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { originalColumnCount, reportColumns } from "@/lib/contacts/read/column-names";
import { createEncoder } from "@/lib/contacts/read/encode-text";
import { readRecords } from "@/lib/contacts/read/read-records";
import type { Damage } from "@/lib/contacts/read/records";
import type { Bucket } from "@/lib/contacts/row-status/declaration";
import { bucketOf, rowStatusOf } from "@/lib/contacts/row-status/row-status";
import { type CheckResult, contactPredicate, type Run } from "@/lib/contacts/validate/check";
import { isSent } from "@/lib/contacts/validate/row-index";
import { viewOf } from "@/lib/contacts/validate/row-views";
import { Problem } from "@/lib/contract/problem";
import { csvCell, phoneCell, quoted } from "@/lib/format/csv";
import type { NumberingPlan } from "@/lib/numbers/numbering-plan";
import type { RowsToWrite, Written, WrittenKind } from "./engine";
import type { Edit, Format, Mapping } from "./plan";

type WriteOptions = {
  kind: WrittenKind;
  rejected?: RowsToWrite["rejected"];
  name: string;
  numbering: NumberingPlan;
  run: Run;
};

type Writer = { row(row: number, cells: readonly string[], damage: Damage): void; end(): Written };

/** Writes a CSV file from a checked list: the rows to be sent, or the others with their reasons in the list's format. */
export async function writeFile(file: Blob, checked: CheckResult, options: WriteOptions): Promise<Written> {
  const { kind } = options;
  if (kind === "sent") return writeRows(file, checked, sentWriter(checked, options), options);
  const { format } = checked.plan;
  const source: CsvFormat = format.isSheet ? { encoding: "utf-8", delimiter: "," } : format;
  const write = (csvFormat: CsvFormat) =>
    writeRows(file, checked, unsentWriter(checked, { ...options, kind }, csvFormat), options);
  return write(source).catch((error: unknown) => {
    if (error instanceof MissingLetter) return write({ ...source, encoding: "utf-8" });
    throw error;
  });
}

async function writeRows(file: Blob, checked: CheckResult, writer: Writer, { run }: WriteOptions): Promise<Written> {
  const { plan, rowIndex, firstRow, shape, hiddenRows } = checked;
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

type UnsentOptions = WriteOptions & { kind: UnsentKind };

function unsentWriter(checked: CheckResult, options: UnsentOptions, { encoding, delimiter }: CsvFormat): Writer {
  const { kind, rejected, name, numbering } = options;
  const { plan, validateRow, rowIndex, shape } = checked;
  const buckets = unsentBuckets[kind];
  const header = headerOf(checked);
  // A corrected problem file that is checked again must not keep its old problem columns.
  const originalCount = originalColumnCount(header);
  const originalCells = (cells: readonly string[]) =>
    Array.from({ length: originalCount }, (_, index) => cellOf(cells[index] ?? ""));
  const encode = createEncoder(encoding);
  const csv = createCsvWriter(`${stem(name)} ${nameSuffixes[kind]}.csv`, {
    encode,
    hasMark: encoding.startsWith("utf-"),
  });
  const lineOf = (cells: readonly string[]) => cells.map((cell) => separable(cell, delimiter)).join(delimiter);
  csv.header(lineOf([...originalCells(header), ...reportColumns]));

  return {
    row(row, cells, damage) {
      const refusal = rejected?.get(row);
      if (refusal === undefined && !buckets.includes(bucketOf(rowStatusOf(rowIndex.codeOf(row))))) return;
      const edit = plan.edits.get(row);
      const view = viewOf({ row, cells, damage }, { checked, plan, validateRow, numbering });
      const message = refusal ?? view.message;
      const values = edit ? withEdit(cells, plan.mapping, edit) : cells;
      const plainMessage = encode(message) ? message : asciiSigns(message);
      const added = [String(row), csvCell(plainMessage), cellOf(view.suggestion ?? "")];
      // Surplus cells are part of the problem, so they are written too.
      csv.row(lineOf([...originalCells(values), ...added, ...values.slice(shape.columns).map(cellOf)]));
    },
    end: csv.end,
  };
}

function headerOf({ plan, shape }: CheckResult): readonly string[] {
  if (plan.format.hasHeader) return shape.header;
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

/** Adds quotation marks to a CSV cell that contains the separator. */
const separable = (cell: string, delimiter: string) =>
  cell.includes(delimiter) && !cell.startsWith('"') ? `"${cell}"` : cell;

/** Our own sentences without the signs that older encodings lack. */
const asciiSigns = (text: string) =>
  text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'").replace(/[–—−]/g, "-").replaceAll("…", "...");

/** The file cannot be written in its encoding, for example because a person typed a letter that it lacks. */
class MissingLetter extends Error {}

const stem = (name: string) => name.replace(/\.(?:csv|tsv|txt|xlsx|xlsm|ods)$/i, "");

const partCharacters = 1 << 20;

type CsvFormat = Pick<Format, "encoding" | "delimiter">;

/** Builds a CSV file line by line and hashes it with SHA-256. The browser may store its parts on disk. */
function createCsvWriter(name: string, { encode = createEncoder("utf-8"), hasMark = false } = {}) {
  const hash = sha256.create();
  const parts: Blob[] = [];
  let text = hasMark ? "\ufeff" : "";
  let rows = 0;

  function flush() {
    const bytes = encode(text);
    if (!bytes) throw new MissingLetter();
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
