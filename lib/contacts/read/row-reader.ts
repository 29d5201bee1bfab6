import type { CheckResult } from "@/lib/contacts/validate/check";
import { contactPredicate } from "@/lib/contacts/validate/check";
import { readRecords } from "./read-records";
import type { Damage } from "./records";

export type ReadRow = { row: number; cells: readonly string[]; damage: Damage };

type Block = readonly ReadRow[];

const maxCachedBlocks = 8;

/** Reads rows of a checked file again from slices of it, because rows are not stored. */
export function createRowReader(file: Blob, { plan, rowIndex, shape, hiddenRows }: CheckResult) {
  const blocks = new Map<number, Promise<Block>>();
  const isContact = contactPredicate(plan, shape);

  function blockOf(row: number): Promise<Block> {
    const { firstRow, from, to } = rowIndex.blockOf(row);
    const cached = blocks.get(from);
    blocks.delete(from);
    const block = cached ?? readBlock(firstRow, file.slice(from, to));
    blocks.set(from, block);
    const oldest = blocks.keys().next().value;
    if (blocks.size > maxCachedBlocks && oldest !== undefined) blocks.delete(oldest);
    return block;
  }

  async function readBlock(firstRow: number, bytes: Blob): Promise<Block> {
    const rows: ReadRow[] = [];
    await readRecords(bytes, {
      ...plan.format,
      hiddenRows,
      firstRow,
      isContact,
      onRecord: (cells, damage) => rows.push({ row: firstRow + rows.length, cells, damage }),
    });
    return rows;
  }

  return async (row: number): Promise<ReadRow | undefined> => {
    const block = await blockOf(row);
    return block[row - (block[0]?.row ?? row)];
  };
}

export type RowReader = ReturnType<typeof createRowReader>;
