import { binCount } from "@/lib/contacts/engine";
import { type Bucket, bucketOf, codeOf, isDoubtful, type RowStatus, rowStatuses, rowStatusOf } from "./row-status";

/** One status for each row of a file, a byte each, and where in the file its rows can be read again. */
export function createRowIndex(mostRows: number) {
  const codes = new Uint8Array(mostRows);
  let rows = 0;
  const blockBytes: number[] = [];
  const blockRows: number[] = [];

  return {
    /** Rows so far: the last one's number. */
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
    /** The bytes that hold a row, and the number of the first row in them. */
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
      for (let at = firstRow - 1; at < rows; at += 1) {
        const code = codes[at] ?? 0;
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
      for (let at = firstRow - 1; at < rows; at += 1) {
        const histogram = binOf[codes[at] ?? 0] === "toFix" ? mustFix : worthALook;
        if (binOf[codes[at] ?? 0] === undefined) continue;
        const bin = Math.floor(((at - firstRow + 1) * binCount) / contacts);
        histogram[bin] = (histogram[bin] ?? 0) + 1;
      }
      return { mustFix, worthALook };
    },
    /** The rows whose status is one of these, in the file's order. */
    rowsOf(wanted: readonly RowStatus[], firstRow: number): Uint32Array<ArrayBuffer> {
      const isWanted = wantedCodes(wanted);
      let count = 0;
      for (let at = firstRow - 1; at < rows; at += 1) count += isWanted[codes[at] ?? 0] ?? 0;
      const found = new Uint32Array(count);
      let next = 0;
      for (let at = firstRow - 1; at < rows; at += 1) if (isWanted[codes[at] ?? 0]) found[next++] = at + 1;
      return found;
    },
    allRows(firstRow: number): Uint32Array<ArrayBuffer> {
      const all = new Uint32Array(Math.max(rows - firstRow + 1, 0));
      for (let at = 0; at < all.length; at += 1) all[at] = firstRow + at;
      return all;
    },
    firstRowsOf(wanted: readonly RowStatus[], firstRow: number, most: number): number[] {
      const found: number[] = [];
      const isWanted = wantedCodes(wanted);
      for (let at = firstRow - 1; at < rows && found.length < most; at += 1)
        if (isWanted[codes[at] ?? 0]) found.push(at + 1);
      return found;
    },
    /** The nth row, from 1, that is sent. */
    sentRow(nth: number): number | undefined {
      let left = nth;
      for (let at = 0; at < rows; at += 1) {
        if (isSent[codes[at] ?? 0]) left -= 1;
        if (left === 0) return at + 1;
      }
      return undefined;
    },
  };
}

export type RowIndex = ReturnType<typeof createRowIndex>;

/** The header and what is above it: rows of the file that are no contacts. */
export const headerCode = 255;

const inBucket = (bucket: Bucket) =>
  Uint8Array.from({ length: 256 }, (_, code) =>
    code < rowStatuses.length && bucketOf(rowStatusOf(code)) === bucket ? 1 : 0,
  );

export const isSent = inBucket("sent");
export const isToFix = inBucket("toFix");

function wantedCodes(wanted: readonly RowStatus[]) {
  const isWanted = new Uint8Array(256);
  for (const rowStatus of wanted) isWanted[codeOf[rowStatus]] = 1;
  return isWanted;
}

// As the list of problems has it: duplicates, blank rows and those left out on purpose ask for nothing.
const binOf = rowStatuses.map((rowStatus) => {
  if (bucketOf(rowStatus) === "toFix") return "toFix";
  return isDoubtful(rowStatus) ? "look" : undefined;
});
