import type { Bucket } from "@/lib/contacts/row-status/declaration";
import { bucketOf, codeOf, type RowStatus, rowStatuses, rowStatusOf } from "@/lib/contacts/row-status/row-status";

/** Status of each row in one byte, and the byte offsets from which rows can be read again. */
export class RowIndex {
  /** Number of rows so far, which is also the number of the last row. */
  rowCount = 0;
  private readonly codes: Uint8Array;
  private readonly blockBytes: number[] = [];
  private readonly blockRows: number[] = [];

  constructor(maxRows: number) {
    this.codes = new Uint8Array(maxRows);
  }

  add(code: number) {
    this.codes[this.rowCount] = code;
    this.rowCount += 1;
  }

  change(row: number, code: number) {
    this.codes[row - 1] = code;
  }

  codeOf(row: number): number {
    return this.codes[row - 1] ?? headerCode;
  }

  startBlock(byte: number) {
    const { blockRows, blockBytes, rowCount } = this;
    if (blockRows.at(-1) === rowCount + 1) blockBytes[blockBytes.length - 1] = byte;
    else {
      blockBytes.push(byte);
      blockRows.push(rowCount + 1);
    }
  }

  /** Byte range of the block with a row, and the number of the block's first row. */
  blockOf(row: number) {
    const { blockRows, blockBytes } = this;
    let low = 0;
    let high = blockRows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((blockRows[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return { firstRow: blockRows[low] ?? 1, from: blockBytes[low] ?? 0, to: blockBytes[low + 1] };
  }

  tally(): Record<RowStatus, number> {
    const counts = new Uint32Array(256);
    for (const code of this.codes.subarray(0, this.rowCount)) counts[code] = (counts[code] ?? 0) + 1;
    const entries = rowStatuses.map((rowStatus, code) => [rowStatus, counts[code] ?? 0]);
    return Object.fromEntries(entries) as Record<RowStatus, number>;
  }

  /** Rows with one of the statuses, in file order. */
  rowsOf(statuses: readonly RowStatus[]): Uint32Array<ArrayBuffer> {
    const { codes, rowCount } = this;
    const isIncluded = includedCodes(statuses);
    let count = 0;
    for (let index = 0; index < rowCount; index += 1) count += isIncluded[codes[index] ?? 0] ?? 0;
    const matches = new Uint32Array(count);
    let next = 0;
    for (let index = 0; index < rowCount; index += 1) if (isIncluded[codes[index] ?? 0]) matches[next++] = index + 1;
    return matches;
  }

  firstRowsOf(rowStatus: RowStatus, limit: number): number[] {
    const codes = this.codes.subarray(0, this.rowCount);
    const rows: number[] = [];
    let row = codes.indexOf(codeOf[rowStatus]) + 1;
    for (; row > 0 && rows.length < limit; row = codes.indexOf(codeOf[rowStatus], row) + 1) rows.push(row);
    return rows;
  }

  /** The nth row that is sent, counted from 1. */
  sentRow(position: number): number | undefined {
    let left = position;
    for (let index = 0; index < this.rowCount; index += 1) {
      if (isSent[this.codes[index] ?? 0]) left -= 1;
      if (left === 0) return index + 1;
    }
    return undefined;
  }
}

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
