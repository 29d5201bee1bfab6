type ResolveOptions = {
  keeps: "first" | "last";
  /** Called with each row whose number belongs to another row. */
  onRepeat: (row: number) => void;
};

/**
 * Maps numbers to rows. Numbers are E.164 digits stored as floats, exact up to 15 digits. They are added while a file
 * is read and resolved afterwards. Only numbers that may repeat enter the hash table, because lookups in a table of all
 * would wait for memory.
 */
export function createNumberIndex(maxRows: number) {
  // Unwritten memory costs nothing, so room for every row is cheaper than growing.
  const numbers = new Float64Array(maxRows + 1);
  let table = new Uint32Array(1);
  let count = 0;
  let lastRow = 0;

  function slotOf(number: number) {
    const last = table.length - 1;
    let slot = hashOf(number) & last;
    for (let row = table[slot] ?? 0; row !== 0 && numbers[row] !== number; row = table[slot] ?? 0)
      slot = (slot + 1) & last;
    return slot;
  }

  return {
    /** Adds a row's number. Rows must be added in order, from 1. */
    add(number: number, row: number) {
      numbers[row] = number;
      count += 1;
      lastRow = row;
    },
    /** Assigns each number to the first or the last of its rows. */
    resolve({ keeps, onRepeat }: ResolveOptions) {
      const filter = createRepeatFilter(count);
      let repeats = 0;
      for (let row = 1; row <= lastRow; row += 1) {
        const number = numbers[row] ?? 0;
        if (number > 0 && filter.add(number)) repeats += 1;
      }
      // Each repeat puts at most two numbers into the table, of which half stays free.
      table = new Uint32Array(powerOfTwo(repeats * 4));
      for (let row = 1; row <= lastRow; row += 1) {
        const number = numbers[row] ?? 0;
        if (!(number > 0 && filter.mayRepeat(number))) continue;
        const slot = slotOf(number);
        const holder = table[slot] ?? 0;
        if (holder === 0 || keeps === "last") table[slot] = row;
        if (holder !== 0) onRepeat(keeps === "last" ? holder : row);
      }
    },
    numberOf: (row: number) => numbers[row] ?? 0,
    /** The row to which `resolve` assigned a number; 0 if there is none. Fast only for repeated numbers. */
    rowOf: (number: number) => table[slotOf(number)] || Math.max(numbers.subarray(0, lastRow + 1).indexOf(number), 0),
  };
}

export type NumberIndex = ReturnType<typeof createNumberIndex>;

/**
 * Filter for repeated numbers with a two-bit counter per slot, like a Bloom filter. Repeated numbers are always
 * reported, and 3 to 6 % of the others too.
 */
function createRepeatFilter(count: number) {
  const slots = powerOfTwo(Math.max(count * slotsPerNumber, 16));
  const bits = new Uint32Array(slots >>> 4);

  return {
    /** Counts a number. True if its slot was used before. */
    add(number: number): boolean {
      const slot = hashOf(number) & (slots - 1);
      const shift = (slot & 15) << 1;
      const word = bits[slot >>> 4] ?? 0;
      const uses = (word >>> shift) & 3;
      if (uses < repeated) bits[slot >>> 4] = word + (1 << shift);
      return uses > 0;
    },
    mayRepeat(number: number): boolean {
      const slot = hashOf(number) & (slots - 1);
      return (((bits[slot >>> 4] ?? 0) >>> ((slot & 15) << 1)) & 3) === repeated;
    },
  };
}

const slotsPerNumber = 16;
const repeated = 2;

/** Smallest power of two that is not below the minimum. */
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
