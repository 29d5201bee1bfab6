const startRows = 1 << 16;
const fewestSlots = 1 << 10;
/** A part of the table that the processor keeps near while it is filled: 8,192 slots are 32 KB. */
const partBits = 13;

type Settling = {
  keeps: "first" | "last";
  /** A row whose number another row holds. */
  onRepeat: (row: number) => void;
};

/**
 * Which row has which number. Numbers are E.164 digits as a number: at most 15 digits, so each is exact. They are only noted
 * while a file is read and settled afterwards, part by part: in the file's own order nearly every one of a million lookups
 * would wait for memory.
 */
export function createNumberIndex() {
  let numbers = new Float64Array(startRows);
  let table = new Uint32Array(fewestSlots);
  let noted = 0;
  let lastRow = 0;

  function placeOf(number: number) {
    const last = table.length - 1;
    let place = hashOf(number) & last;
    for (let row = table[place] ?? 0; row !== 0 && numbers[row] !== number; row = table[place] ?? 0)
      place = (place + 1) & last;
    return place;
  }

  return {
    /** Notes a row's number. Rows come in their order, from 1. */
    note(number: number, row: number) {
      if (row >= numbers.length) {
        const grown = new Float64Array(Math.max(numbers.length * 2, row + 1));
        grown.set(numbers);
        numbers = grown;
      }
      numbers[row] = number;
      noted += 1;
      lastRow = row;
    },
    /** Gives each number to the first or the last of the rows that were noted with it. */
    settle({ keeps, onRepeat }: Settling) {
      table = new Uint32Array(slotsFor(noted));
      const byPart = sortedByPart(numbers.subarray(0, lastRow + 1), noted, table.length);
      for (let at = 0; at < noted; at += 1) {
        const row = byPart.rows[at] ?? 0;
        const place = placeOf(byPart.numbers[at] ?? 0);
        const holder = table[place] ?? 0;
        if (holder === 0 || keeps === "last") table[place] = row;
        if (holder !== 0) onRepeat(keeps === "last" ? holder : row);
      }
    },
    numberOf: (row: number) => numbers[row] ?? 0,
    /** The row that holds a number once all are settled; 0 where none does. */
    rowOf: (number: number) => table[placeOf(number)] ?? 0,
  };
}

export type NumberIndex = ReturnType<typeof createNumberIndex>;

function slotsFor(count: number) {
  let slots = fewestSlots;
  while (slots < count * 2) slots *= 2;
  return slots;
}

/** The rows that have a number, and the numbers: those of each part of the table together, and in their own order. */
function sortedByPart(numbers: Float64Array, count: number, slots: number) {
  const partOf = (number: number) => (hashOf(number) & (slots - 1)) >>> partBits;
  const next = new Uint32Array((slots >>> partBits) + 2);
  for (let row = 0; row < numbers.length; row += 1) {
    const number = numbers[row] ?? 0;
    if (number === 0) continue;
    const after = partOf(number) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let part = 1; part < next.length; part += 1) next[part] = (next[part] ?? 0) + (next[part - 1] ?? 0);
  const sorted = { rows: new Uint32Array(count), numbers: new Float64Array(count) };
  for (let row = 0; row < numbers.length; row += 1) {
    const number = numbers[row] ?? 0;
    if (number === 0) continue;
    const part = partOf(number);
    const at = next[part] ?? 0;
    sorted.rows[at] = row;
    sorted.numbers[at] = number;
    next[part] = at + 1;
  }
  return sorted;
}

function hashOf(number: number) {
  const high = (number / 4294967296) | 0;
  let hash = Math.imul((number | 0) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0xc2b2ae35) >>> 7;
}
