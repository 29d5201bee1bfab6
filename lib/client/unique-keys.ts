import { formatCount } from "@/lib/format/format-count";
/**
 * A key for each name: the name itself where it comes first, `name (2)` and so on where it comes again. No key is another
 * row's own name.
 */
export function uniqueKeys(names: readonly string[]): string[] {
  const all = new Set(names);
  const times = new Map<string, number>();
  return names.map((name) => {
    let nth = (times.get(name) ?? 0) + 1;
    while (nth > 1 && all.has(keyOf(name, nth))) nth += 1;
    times.set(name, nth);
    return keyOf(name, nth);
  });
}

const keyOf = (name: string, nth: number) => (nth === 1 ? name : `${name} (${nth})`);

/** "2 entries share this ID", or nothing where it is the only one. */
export const sharedWords = (count: number, plural: string) =>
  count > 1 ? `${formatCount(count)} ${plural} share this ID` : undefined;
