import { binCount } from "@/lib/contacts/engine";
import { type Bucket, bucketOf, codeOf, isDoubtful, type RowStatus, rowStatuses, rowStatusOf } from "./row-status";

/** Status of each row in one byte, and the byte offsets from which rows can be read again. */
export function createRowIndex(maxRows: number) {
  const codes = new Uint8Array(maxRows);
  let rows = 0;
  const blockBytes: number[] = [];
  const blockRows: number[] = [];

  return {
    /** Number of rows so far, which is also the number of the last row. */
    rows: () => rows,
    add(code: number) {
      codes[rows] = code;
      rows += 1;
    },
    change(row: number, code: number) {
      codes[row - 1] = code;
    },
    codeOf: (row: number) => codes[row - 1] ?? headerCode,
    startBlock(byte: number) {
      if (blockRows.at(-1) === rows + 1) blockBytes[blockBytes.length - 1] = byte;
      else {
        blockBytes.push(byte);
        blockRows.push(rows + 1);
      }
    },
    /** Byte range of the block with a row, and the number of the block's first row. */
    blockOf(row: number) {
      let low = 0;
      let high = blockRows.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((blockRows[middle] ?? 0) <= row) low = middle;
        else high = middle - 1;
      }
      return { firstRow: blockRows[low] ?? 1, from: blockBytes[low] ?? 0, to: blockBytes[low + 1] };
    },
    /** Rows by status, from the first contact on. */
    tally(firstRow: number): Record<RowStatus, number> {
      const counts = new Uint32Array(256);
      for (let index = firstRow - 1; index < rows; index += 1) {
        const code = codes[index] ?? 0;
        counts[code] = (counts[code] ?? 0) + 1;
      }
      return Object.fromEntries(rowStatuses.map((rowStatus, code) => [rowStatus, counts[code] ?? 0])) as Record<
        RowStatus,
        number
      >;
    },
    histogram(firstRow: number) {
      const mustFix = new Uint32Array(binCount);
      const worthALook = new Uint32Array(binCount);
      const contacts = Math.max(rows - firstRow + 1, 1);
      for (let index = firstRow - 1; index < rows; index += 1) {
        const histogram = binOf[codes[index] ?? 0] === "toFix" ? mustFix : worthALook;
        if (binOf[codes[index] ?? 0] === undefined) continue;
        const bin = Math.floor(((index - firstRow + 1) * binCount) / contacts);
        histogram[bin] = (histogram[bin] ?? 0) + 1;
      }
      return { mustFix, worthALook };
    },
    /** Rows with one of the statuses, in file order. */
    rowsOf(statuses: readonly RowStatus[], firstRow: number): Uint32Array<ArrayBuffer> {
      const isIncluded = includedCodes(statuses);
      let count = 0;
      for (let index = firstRow - 1; index < rows; index += 1) count += isIncluded[codes[index] ?? 0] ?? 0;
      const matches = new Uint32Array(count);
      let next = 0;
      for (let index = firstRow - 1; index < rows; index += 1)
        if (isIncluded[codes[index] ?? 0]) matches[next++] = index + 1;
      return matches;
    },
    allRows(firstRow: number): Uint32Array<ArrayBuffer> {
      const all = new Uint32Array(Math.max(rows - firstRow + 1, 0));
      for (let index = 0; index < all.length; index += 1) all[index] = firstRow + index;
      return all;
    },
    firstRowsOf(statuses: readonly RowStatus[], firstRow: number, limit: number): number[] {
      const matches: number[] = [];
      const isIncluded = includedCodes(statuses);
      for (let index = firstRow - 1; index < rows && matches.length < limit; index += 1)
        if (isIncluded[codes[index] ?? 0]) matches.push(index + 1);
      return matches;
    },
    /** The nth row that is sent, counted from 1. */
    sentRow(position: number): number | undefined {
      let left = position;
      for (let index = 0; index < rows; index += 1) {
        if (isSent[codes[index] ?? 0]) left -= 1;
        if (left === 0) return index + 1;
      }
      return undefined;
    },
  };
}

export type RowIndex = ReturnType<typeof createRowIndex>;

/** Code of the header and the rows above it, which are not contacts. */
export const headerCode = 255;

const inBucket = (bucket: Bucket) =>
  Uint8Array.from({ length: 256 }, (_, code) =>
    code < rowStatuses.length && bucketOf(rowStatusOf(code)) === bucket ? 1 : 0,
  );

export const isSent = inBucket("sent");
export const isToFix = inBucket("toFix");

function includedCodes(statuses: readonly RowStatus[]) {
  const isIncluded = new Uint8Array(256);
  for (const rowStatus of statuses) isIncluded[codeOf[rowStatus]] = 1;
  return isIncluded;
}

// As in the list of problems. Duplicates, blank rows and left-out rows need no attention.
const binOf = rowStatuses.map((rowStatus) => {
  if (bucketOf(rowStatus) === "toFix") return "toFix";
  return isDoubtful(rowStatus) ? "worthALook" : undefined;
});
