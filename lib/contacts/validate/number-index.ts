import { lineOf } from "@/lib/numbers/line";

type ResolveOptions = {
  keeps: "first" | "last";
  /** True for rows that must not be sent because of another of their numbers. */
  isLeftOut: (row: number) => boolean;
  /** Called with each row whose number belongs to another row, and with that row. */
  onRepeat: (row: number, holder: number) => void;
  /** Called with each row whose number is barred, or that is left out. */
  onBarred: (row: number) => void;
};

/**
 * Maps numbers to rows by a hash table. Two spellings of one line are one number. Numbers are E.164 digits stored as floats, exact up to 15 digits. They are added
 * while a file is read and resolved afterwards.
 */
export function createNumberIndex(maxRows: number) {
  // Unwritten memory costs nothing, so room for every row is cheaper than growing.
  const numbers = new Float64Array(maxRows + 1);
  let table = new Uint32Array(1);
  let count = 0;
  let lastRow = 0;
  const barred = new Set<number>();
  /** Lines of numbers that are another spelling of theirs. Most lists have none. */
  const lines = new Map<number, number>();
  const keyOf = (number: number) => (lines.size === 0 ? number : (lines.get(number) ?? number));

  function slotOf(number: number) {
    const last = table.length - 1;
    const line = keyOf(number);
    let slot = hashOf(line) & last;
    for (let row = table[slot] ?? 0; row !== 0 && keyOf(numbers[row] ?? 0) !== line; row = table[slot] ?? 0)
      slot = (slot + 1) & last;
    return slot;
  }

  return {
    /** Adds a row's number, with the digits of its line. Rows must be added in order, from 1. */
    add(number: number, row: number, line: string) {
      numbers[row] = number;
      const lineNumber = Number(line);
      if (lineNumber !== number) lines.set(number, lineNumber);
      count += 1;
      lastRow = row;
    },
    /** Keeps a number from being sent, whichever row has it. Ignores 0, which is no number. */
    bar(number: number) {
      if (number > 0) barred.add(Number(lineOf(String(number))));
    },
    isBarred: (number: number) => barred.size > 0 && barred.has(Number(lineOf(String(number)))),
    /** Assigns each number that is not barred to the first or the last of its rows. */
    resolve({ keeps, isLeftOut, onRepeat, onBarred }: ResolveOptions) {
      // At least half of the table stays free.
      table = new Uint32Array(powerOfTwo(count * 2));
      for (let row = 1; row <= lastRow; row += 1) {
        const number = numbers[row] ?? 0;
        if (number === 0) continue;
        if (barred.has(keyOf(number)) || isLeftOut(row)) {
          onBarred(row);
          continue;
        }
        const slot = slotOf(number);
        const holder = table[slot] ?? 0;
        if (holder === 0 || keeps === "last") table[slot] = row;
        if (holder !== 0) onRepeat(...(keeps === "last" ? ([holder, row] as const) : ([row, holder] as const)));
      }
    },
    numberOf: (row: number) => numbers[row] ?? 0,
    /** The row to which `resolve` assigned a number; 0 if there is none. */
    rowOf: (number: number) => table[slotOf(number)] ?? 0,
  };
}

export type NumberIndex = ReturnType<typeof createNumberIndex>;

function powerOfTwo(minimum: number) {
  let power = 1;
  while (power < minimum) power *= 2;
  return power;
}

/** Hashes an integer of up to 50 bits to 32 bits. */
function hashOf(number: number) {
  const high = (number / 4294967296) | 0;
  let hash = Math.imul((number | 0) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
