import { type CsvRow, csvRows } from "@/lib/http/csv-rows";
import { ApiError } from "@/platform/http/api-error";
import {
  type Columns,
  type Contact,
  checkRow,
  columnsOf,
  duplicateInCampaign,
  duplicateInFile,
  type RowError,
} from "./contact-rules";

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
  /** Keyed by the number's digits, because a million numbers take less memory than as many texts. */
  const firstLines = new Map<number, number>();
  let columns: Columns | undefined;

  async function takeRows(rows: CsvRow[], foundColumns: Columns) {
    const batch: Contact[] = [];
    const errors: RowError[] = [];
    for (const row of rows) {
      const rowStatus = checkRow(row, foundColumns);
      if ("code" in rowStatus) {
        errors.push(rowStatus);
        continue;
      }
      const digits = Number(rowStatus.phone_number.slice(1));
      const firstLine = firstLines.get(digits);
      if (firstLine !== undefined) errors.push(duplicateInFile(rowStatus, firstLine));
      else batch.push(rowStatus);
      firstLines.set(digits, firstLine ?? row.line);
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
