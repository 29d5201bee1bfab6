/**
 * Tells which of many numbers may have come more than once, in two bits for each place that numbers share: met never, once, or
 * again. One that did come again is always told; of a hundred that did not, three to six are told too.
 */
export function createRepeatFilter(count: number) {
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
export function powerOfTwo(least: number) {
  let power = 1;
  while (power < least) power *= 2;
  return power;
}

/** A whole number of up to 50 bits, well mixed into 32 of them. */
export function hashOf(number: number) {
  const high = (number / 4294967296) | 0;
  let hash = Math.imul((number | 0) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
