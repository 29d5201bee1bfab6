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

/** Stores or checks a batch of contacts. Returns the numbers that the campaign already has. */
type TakeBatch = (batch: Contact[]) => Promise<Set<string>>;
type TallyOptions = { maxRows: number; onHeader: (columns: Columns) => void; take: TakeBatch };

/** Streams a contact list and counts each row as accepted, duplicate or rejected. */
export async function tallyContacts(text: AsyncIterable<string>, { maxRows, onHeader, take }: TallyOptions) {
  const tally = {
    total_rows: 0,
    accepted: 0,
    duplicates: 0,
    rejected: 0,
    errors: [] as RowError[],
    errors_truncated: false,
  };
  const firstLineOf = createNumberIndex();
  let columns: Columns | undefined;

  async function takeRows(rows: CsvRow[], foundColumns: Columns) {
    const batch: Contact[] = [];
    const errors: RowError[] = [];
    for (const row of rows) {
      const rowStatus = checkRow(row, foundColumns);
      const firstRow = "code" in rowStatus ? undefined : firstLineOf(rowStatus.phone_number, row.line);
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
    addErrors(tally, errors);
    if (tally.total_rows > maxRows)
      throw new ApiError("too_many_rows", `The file has more than ${maxRows} rows.`, { max_rows: maxRows });
  }

  let pending: CsvRow[] = [];
  for await (const rows of csvRows(text)) {
    if (!columns && rows.length > 0) {
      columns = columnsOf(rows.shift()?.cells ?? []);
      onHeader(columns);
    }
    pending = pending.length > 0 ? pending.concat(rows) : rows;
    if (columns && pending.length >= rowsAtOnce) await takeRows(pending.splice(0), columns);
  }
  if (!columns) throw new ApiError("empty_file", "The file is empty.");
  await takeRows(pending, columns);
  return tally;
}

const rowsAtOnce = 4000;
const maxErrors = 1000;

function addErrors(tally: { errors: RowError[]; errors_truncated: boolean }, errors: RowError[]) {
  const room = maxErrors - tally.errors.length;
  tally.errors_truncated ||= errors.length > room;
  tally.errors.push(...errors.sort((one, other) => one.row - other.row).slice(0, room));
}

/** Hash map of phone numbers to first lines. A million take 24 MB, because numbers have at most 15 digits. */
function createNumberIndex() {
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

  /** The earlier line of a number. Undefined for a new number, which is then added. */
  return function firstLineOf(phone_number: string, line: number) {
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
