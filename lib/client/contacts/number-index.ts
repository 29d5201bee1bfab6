const startSlots = 1 << 16;

/** Which row has which number. Numbers are E.164 digits as a number: at most 15 digits, so each is exact. Rows are above 0. */
export function createNumberIndex() {
  // Rows by hash, and each row's own number to compare with: the smaller the table, the more of it the processor keeps near.
  let rows = new Uint32Array(startSlots);
  let numbers = new Float64Array(startSlots);
  let held = 0;

  function placeOf(number: number) {
    const last = rows.length - 1;
    let place = hashOf(number) & last;
    for (let row = rows[place] ?? 0; row !== 0 && numbers[row] !== number; row = rows[place] ?? 0)
      place = (place + 1) & last;
    return place;
  }

  function growRows() {
    const old = rows;
    rows = new Uint32Array(old.length * 2);
    for (const row of old) if (row !== 0) rows[placeOf(numbers[row] ?? 0)] = row;
  }

  function keep(place: number, number: number, row: number) {
    if (row >= numbers.length) {
      const grown = new Float64Array(Math.max(numbers.length * 2, row + 1));
      grown.set(numbers);
      numbers = grown;
    }
    numbers[row] = number;
    rows[place] = row;
  }

  return {
    /** The row that holds a number; 0 where none does. */
    rowOf: (number: number) => rows[placeOf(number)] ?? 0,
    /** Gives the number to this row unless one holds it already: then that row, and nothing changes. 0 where it was free. */
    claim(number: number, row: number): number {
      const place = placeOf(number);
      const holder = rows[place] ?? 0;
      if (holder !== 0) return holder;
      keep(place, number, row);
      held += 1;
      if (held * 2 > rows.length) growRows();
      return 0;
    },
    /** Gives a number that is held to another row. */
    pass: (number: number, row: number) => keep(placeOf(number), number, row),
  };
}

export type NumberIndex = ReturnType<typeof createNumberIndex>;

function hashOf(number: number) {
  const high = (number / 4294967296) | 0;
  let hash = Math.imul((number | 0) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0xc2b2ae35) >>> 7;
}
