import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { NumberingPlan } from "@/lib/contacts/numbering/numbering-plan";
import { ownColumns, theirColumns } from "@/lib/contacts/read/column-names";
import { readRecords } from "@/lib/contacts/read/read-records";
import type { Damage } from "@/lib/contacts/read/records";
import { type Checked, contactShape, type Run } from "@/lib/contacts/validate/check";
import { isSent } from "@/lib/contacts/validate/row-index";
import { type Bucket, bucketOf, rowStatusOf } from "@/lib/contacts/validate/row-status";
import { viewOf } from "@/lib/contacts/validate/row-views";
import { Problem } from "@/lib/contract/problem";
import { csvCell, phoneCell, quoted } from "@/lib/format/csv";
import type { Written, WrittenKind } from "./engine";
import type { Edit, Mapping } from "./plan";

type WriteOptions = { kind: WrittenKind; name: string; numbering: NumberingPlan; run: Run };

type Writer = { row(row: number, cells: readonly string[], damage: Damage): void; end(): Written };

/** Puts a file together from a checked one: the rows that are sent, or those that are not and why. However many there are. */
export async function writeFile(file: Blob, checked: Checked, options: WriteOptions): Promise<Written> {
  const { plan, rowIndex, firstRow, shape, hiddenRows } = checked;
  const { kind, run } = options;
  const writer = kind === "sent" ? sentWriter(checked, options) : keptWriter(checked, { ...options, kind });
  let row = 0;
  const badText = await readRecords(file, {
    ...plan.format,
    hiddenRows,
    isContact: contactShape(plan, shape),
    onRecord(cells, damage) {
      row += 1;
      if (row >= firstRow) writer.row(row, cells, damage);
    },
    onPiece: async (readBytes) => {
      await run.pause(() => ({ readBytes, totalBytes: file.size, rows: row, sent: 0, toFix: 0 }));
      return false;
    },
  });
  if (badText || row !== rowIndex.rows())
    throw new Problem("bad_input", "The file was changed after it was checked. Choose it again.");
  return writer.end();
}

function sentWriter({ plan, validateRow, rowIndex }: Checked, { name }: WriteOptions): Writer {
  const parts = createCsvParts(`${stem(name)}.csv`);
  parts.header("phone_number,name");
  return {
    row(row, cells, damage) {
      if (!isSent[rowIndex.codeOf(row)]) return;
      const validated = validateRow.validateRow(cells, damage, plan.edits.get(row));
      parts.row(`${validated.phone},${quoted(validated.name)}`);
    },
    end: parts.end,
  };
}

type KeptKind = Exclude<WrittenKind, "sent">;

const keptBuckets: Record<KeptKind, readonly Bucket[]> = {
  toFix: ["toFix"],
  duplicates: ["duplicate"],
  leftOut: ["leftOut"],
  notSent: ["toFix", "duplicate", "leftOut"],
};

const endings: Record<KeptKind, string> = {
  toFix: "to fix",
  duplicates: "duplicates",
  leftOut: "left out",
  notSent: "left out",
};

function keptWriter(checked: Checked, { kind, name, numbering }: WriteOptions & { kind: KeptKind }): Writer {
  const { plan, validateRow, rowIndex, shape } = checked;
  const wanted = keptBuckets[kind];
  const header = headerOf(checked);
  // A file of problems that is corrected and checked again would otherwise tell its old problems beside the new ones.
  const theirs = theirColumns(header);
  const theirCells = (cells: readonly string[]) => Array.from({ length: theirs }, (_, at) => cellOf(cells[at] ?? ""));
  const parts = createCsvParts(`${stem(name)} ${endings[kind]}.csv`, { mark: true });
  parts.header([...theirCells(header), ...ownColumns].join(","));

  return {
    row(row, cells, damage) {
      if (!wanted.includes(bucketOf(rowStatusOf(rowIndex.codeOf(row))))) return;
      const edit = plan.edits.get(row);
      const { message, suggestion } = viewOf({ row, cells, damage }, { checked, plan, validateRow, numbering });
      const given = edit ? typedOver(cells, plan.mapping, edit) : cells;
      const own = [String(row), csvCell(message), cellOf(suggestion ?? "")];
      // Cells beyond the header are part of what is wrong with a row, and are not lost.
      parts.row([...theirCells(given), ...own, ...given.slice(shape.columns).map(cellOf)].join(","));
    },
    end: parts.end,
  };
}

function headerOf({ plan, header, shape }: Checked): readonly string[] {
  if (plan.format.hasHeader) return header.map((cell) => cell.trim());
  return Array.from({ length: shape.columns }, (_, at) => {
    if (at === plan.mapping.phone) return "phone_number";
    return plan.mapping.name.length === 1 && at === plan.mapping.name[0] ? "name" : `column_${at + 1}`;
  });
}

function typedOver(cells: readonly string[], mapping: Mapping, edit: Edit): readonly string[] {
  const given = [...cells];
  if (edit.phone !== undefined) given[mapping.phone] = edit.phone;
  if (edit.name !== undefined)
    for (const [at, column] of mapping.name.entries()) given[column] = at === 0 ? edit.name : "";
  return Array.from(given, (cell) => cell ?? "");
}

// With a NUL in it the file would be taken for a program when it comes back.
const cellOf = (cell: string) => csvCell(phoneCell(cell.replaceAll("\0", "")));

const stem = (name: string) => name.replace(/\.(?:csv|tsv|txt|xlsx|xlsm|ods|fods|vcf)$/i, "");

const partCharacters = 1 << 20;

/** A file that is put together line by line, in parts that the browser may keep on disk, with its SHA-256. */
function createCsvParts(name: string, { mark = false } = {}) {
  const encoder = new TextEncoder();
  const hash = sha256.create();
  const parts: Blob[] = [];
  let text = mark ? "\ufeff" : "";
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
