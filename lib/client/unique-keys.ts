/** Unique key for each name: the name itself first, `name (2)` and so on if it repeats. Never another row's name. */
export function uniqueKeys(names: readonly string[]): string[] {
  const all = new Set(names);
  const times = new Map<string, number>();
  return names.map((name) => {
    let number = (times.get(name) ?? 0) + 1;
    while (number > 1 && all.has(keyOf(name, number))) number += 1;
    times.set(name, number);
    return keyOf(name, number);
  });
}

const keyOf = (name: string, number: number) => (number === 1 ? name : `${name} (${number})`);
