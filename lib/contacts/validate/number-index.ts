type Settling = {
  keeps: "first" | "last";
  /** A row whose number another row holds. */
  onRepeat: (row: number) => void;
};

/**
 * Which row has which number. Numbers are E.164 digits as a number: at most 15 digits, so each is exact. They are only noted
 * while a file is read and settled afterwards. Most numbers of a list stand in it once: only the others go into a table, for
 * nearly every one of a million lookups in a whole one would wait for memory.
 */
export function createNumberIndex(mostRows: number) {
  // Memory that is not written to costs nothing: room for every row is cheaper than growing.
  const numbers = new Float64Array(mostRows + 1);
  let table = new Uint32Array(1);
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
      numbers[row] = number;
      noted += 1;
      lastRow = row;
    },
    /** Gives each number to the first or the last of the rows that were noted with it. */
    settle({ keeps, onRepeat }: Settling) {
      const filter = createRepeatFilter(noted);
      let met = 0;
      for (let row = 1; row <= lastRow; row += 1) {
        const number = numbers[row] ?? 0;
        if (number > 0 && filter.add(number)) met += 1;
      }
      // Each that was met before stands for two rows at most; half of the table stays free.
      table = new Uint32Array(powerOfTwo(met * 4));
      for (let row = 1; row <= lastRow; row += 1) {
        const number = numbers[row] ?? 0;
        if (!(number > 0 && filter.mayRepeat(number))) continue;
        const place = placeOf(number);
        const holder = table[place] ?? 0;
        if (holder === 0 || keeps === "last") table[place] = row;
        if (holder !== 0) onRepeat(keeps === "last" ? holder : row);
      }
    },
    numberOf: (row: number) => numbers[row] ?? 0,
    /** The row that holds a number once all are settled; 0 where none does. Fast only for numbers of several rows. */
    rowOf: (number: number) => table[placeOf(number)] || Math.max(numbers.subarray(0, lastRow + 1).indexOf(number), 0),
  };
}

export type NumberIndex = ReturnType<typeof createNumberIndex>;

/**
 * Tells which of many numbers may have come more than once, in two bits for each place that numbers share: met never, once, or
 * again. One that did come again is always reported; of a hundred that did not, three to six are reported, too.
 */
function createRepeatFilter(count: number) {
  const places = powerOfTwo(Math.max(count * placesEach, 16));
  const bits = new Uint32Array(places >>> 4);

  return {
    /** Takes a number; whether one at its place came before. */
    add(number: number): boolean {
      const place = hashOf(number) & (places - 1);
      const shift = (place & 15) << 1;
      const word = bits[place >>> 4] ?? 0;
      const met = (word >>> shift) & 3;
      if (met < again) bits[place >>> 4] = word + (1 << shift);
      return met > 0;
    },
    mayRepeat(number: number): boolean {
      const place = hashOf(number) & (places - 1);
      return (((bits[place >>> 4] ?? 0) >>> ((place & 15) << 1)) & 3) === again;
    },
  };
}

const placesEach = 16;
const again = 2;

/** The next power of two. */
function powerOfTwo(least: number) {
  let power = 1;
  while (power < least) power *= 2;
  return power;
}

/** A whole number of up to 50 bits, well mixed into 32 of them. */
function hashOf(number: number) {
  const high = (number / 4294967296) | 0;
  let hash = Math.imul((number | 0) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
