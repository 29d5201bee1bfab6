import { ApiError } from "@/lib/platform/http/api-error";
import {
  type Columns,
  type Contact,
  checkRow,
  columnsOf,
  duplicateInCampaign,
  duplicateInFile,
  type RowError,
} from "./contact-rules";
import { type CsvRow, csvRows } from "./csv-rows";

/** Takes contacts a few thousand at a time, and says which numbers of them the campaign already had. */
type Take = (batch: Contact[]) => Promise<Set<string>>;
type Reading = { maxRows: number; onHeader: (columns: Columns) => void; take: Take };

/** Reads a contact list once, row by row: every row is accepted, a duplicate or rejected, and the three add up. */
export async function tallyContacts(text: AsyncIterable<string>, { maxRows, onHeader, take }: Reading) {
  const tally = {
    total_rows: 0,
    accepted: 0,
    duplicates: 0,
    rejected: 0,
    errors: [] as RowError[],
    errors_truncated: false,
  };
  const seenAt = createSeenNumbers();
  let columns: Columns | undefined;

  async function takeRows(rows: CsvRow[], known: Columns) {
    const batch: Contact[] = [];
    const errors: RowError[] = [];
    for (const row of rows) {
      const rowStatus = checkRow(row, known);
      const firstRow = "code" in rowStatus ? undefined : seenAt(rowStatus.phone_number, row.line);
      if ("code" in rowStatus) errors.push(rowStatus);
      else if (firstRow !== undefined) errors.push(duplicateInFile(rowStatus, firstRow));
      else batch.push(rowStatus);
    }
    const existing = batch.length > 0 ? await take(batch) : new Set<string>();
    for (const contact of batch) if (existing.has(contact.phone_number)) errors.push(duplicateInCampaign(contact));

    const duplicates = errors.filter(({ code }) => code.startsWith("duplicate_")).length;
    tally.total_rows += rows.length;
    tally.duplicates += duplicates;
    tally.rejected += errors.length - duplicates;
    tally.accepted += batch.length - existing.size;
    keep(tally, errors);
    if (tally.total_rows > maxRows)
      throw new ApiError("too_many_rows", `The file has more than ${maxRows} rows.`, { max_rows: maxRows });
  }

  let waiting: CsvRow[] = [];
  for await (const rows of csvRows(text)) {
    if (!columns && rows.length > 0) {
      columns = columnsOf(rows.shift()?.cells ?? []);
      onHeader(columns);
    }
    waiting = waiting.length > 0 ? waiting.concat(rows) : rows;
    if (columns && waiting.length >= rowsAtOnce) await takeRows(waiting.splice(0), columns);
  }
  if (!columns) throw new ApiError("empty_file", "The file is empty.");
  await takeRows(waiting, columns);
  return tally;
}

const rowsAtOnce = 4000;
const mostErrors = 1000;

function keep(tally: { errors: RowError[]; errors_truncated: boolean }, found: RowError[]) {
  const room = mostErrors - tally.errors.length;
  tally.errors_truncated ||= found.length > room;
  tally.errors.push(...found.sort((one, other) => one.row - other.row).slice(0, room));
}

/** Remembers a million telephone numbers and where each first stood in 24 MB: they are whole numbers of 15 digits at most. */
function createSeenNumbers() {
  let size = 1 << 12;
  let count = 0;
  let numbers = new Float64Array(size);
  let lines = new Uint32Array(size);

  const slotOf = (number: number) => {
    let slot = Math.imul((number % 0x1_0000_0000) ^ (number / 0x1_0000_0000), 0x9e3779b1) >>> 0;
    for (slot %= size; numbers[slot] !== 0 && numbers[slot] !== number; slot = (slot + 1) % size);
    return slot;
  };

  function grow() {
    const [oldNumbers, oldLines] = [numbers, lines];
    size *= 2;
    numbers = new Float64Array(size);
    lines = new Uint32Array(size);
    for (const [index, number] of oldNumbers.entries()) {
      if (number === 0) continue;
      const slot = slotOf(number);
      numbers[slot] = number;
      lines[slot] = oldLines[index] ?? 0;
    }
  }

  /** The line on which a number stood before, or undefined for one that is new and from now on is known. */
  return function seenAt(phone_number: string, line: number) {
    const number = Number(phone_number.slice(1));
    const slot = slotOf(number);
    if (numbers[slot] === number) return lines[slot];
    numbers[slot] = number;
    lines[slot] = line;
    count += 1;
    if (count * 2 > size) grow();
    return undefined;
  };
}
