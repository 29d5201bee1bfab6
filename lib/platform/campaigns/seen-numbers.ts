/** Remembers a million telephone numbers and where each first stood in 24 MB: they are whole numbers of 15 digits at most. */
export function createSeenNumbers() {
  let size = 1 << 12;
  let count = 0;
  let numbers = new Float64Array(size);
  let lines = new Uint32Array(size);

  const slotOf = (number: number) => {
    let slot = Math.imul((number % 0x1_0000_0000) ^ (number / 0x1_0000_0000), 0x9e3779b1) >>> 0;
    for (slot %= size; numbers[slot] !== 0 && numbers[slot] !== number; slot = (slot + 1) % size);
    return slot;
  };

  function grow() {
    const [oldNumbers, oldLines] = [numbers, lines];
    size *= 2;
    numbers = new Float64Array(size);
    lines = new Uint32Array(size);
    for (const [index, number] of oldNumbers.entries()) {
      if (number === 0) continue;
      const slot = slotOf(number);
      numbers[slot] = number;
      lines[slot] = oldLines[index] ?? 0;
    }
  }

  /** The line on which a number stood before, or undefined for one that is new and from now on is known. */
  return function seenAt(phone_number: string, line: number) {
    const number = Number(phone_number.slice(1));
    const slot = slotOf(number);
    if (numbers[slot] === number) return lines[slot];
    numbers[slot] = number;
    lines[slot] = line;
    count += 1;
    if (count * 2 > size) grow();
    return undefined;
  };
}
