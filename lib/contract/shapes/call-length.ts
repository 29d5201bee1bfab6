/** A length that is a little over its bound is wrong in another way than by its unit. */
const leastTimes = 4;
/** The longest call whose length is believed if nothing else is known of it, and the shortest that is taken as milliseconds. */
const [mostSeconds, leastMs] = [7_200, 21_600];

/**
 * A length as sent, in seconds if that fits the call, else in milliseconds if that does. Undefined if neither fits, or if nothing
 * tells them apart. `bound`: the longest that the call can have lasted, in seconds.
 */
export function believableSeconds(sent: number, bound: number | undefined): number | undefined {
  const inMs = Math.round(sent / 1_000);
  if (bound !== undefined) {
    if (sent <= bound) return Math.round(sent);
    return sent > bound * leastTimes && inMs <= bound ? inMs : undefined;
  }
  if (sent <= mostSeconds) return Math.round(sent);
  return sent > leastMs && inMs <= mostSeconds ? inMs : undefined;
}
