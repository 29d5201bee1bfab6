export const median = (values: readonly number[]) => percentile(values, 50);

export function percentile(values: readonly number[], percent: number) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

/** The median of each figure over several measurements. */
export function medians<Figures extends Record<string, number>>(measured: readonly Figures[]): Figures {
  const names = Object.keys(measured[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, median(measured.map((figures) => figures[name] ?? Number.NaN))]),
  ) as Figures;
}
