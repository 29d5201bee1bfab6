const startSlots = 1 << 16;

/** Which row has which number. Numbers are E.164 digits as a number: at most 15 digits, so each is exact. Rows are above 0. */
export function createNumberIndex(expected = 0) {
  let slots = startSlots;
  while (slots < expected * 2) slots *= 2;
  let numbers = new Float64Array(slots);
  let rows = new Uint32Array(slots);
  let held = 0;

  const placeOf = (number: number) => {
    let place = hashOf(number) & (slots - 1);
    while (rows[place] !== 0 && numbers[place] !== number) place = (place + 1) & (slots - 1);
    return place;
  };

  function grow() {
    const [oldNumbers, oldRows] = [numbers, rows];
    slots *= 2;
    numbers = new Float64Array(slots);
    rows = new Uint32Array(slots);
    for (let at = 0; at < oldRows.length; at += 1) {
      const row = oldRows[at] ?? 0;
      if (row === 0) continue;
      const number = oldNumbers[at] ?? 0;
      const place = placeOf(number);
      numbers[place] = number;
      rows[place] = row;
    }
  }

  return {
    /** The row that holds a number; 0 where none does. */
    rowOf: (number: number) => rows[placeOf(number)] ?? 0,
    /** Gives the number to this row unless one holds it already: then that row, and nothing changes. 0 where it was free. */
    claim(number: number, row: number): number {
      const place = placeOf(number);
      const holder = rows[place] ?? 0;
      if (holder !== 0) return holder;
      numbers[place] = number;
      rows[place] = row;
      held += 1;
      if (held * 2 > slots) grow();
      return 0;
    },
    /** Gives a number that is held to another row. */
    pass(number: number, row: number) {
      rows[placeOf(number)] = row;
    },
  };
}

export type NumberIndex = ReturnType<typeof createNumberIndex>;

function hashOf(number: number) {
  const high = (number / 4294967296) | 0;
  let hash = Math.imul((number | 0) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0xc2b2ae35) >>> 7;
}
