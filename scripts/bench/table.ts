export type Row = { what: string; yardstick: string; ours: string; ratio: string; target: string };

const heads = { what: "what", yardstick: "yardstick", ours: "ours", ratio: "ratio", target: "target" };
const columns = Object.keys(heads) as (keyof Row)[];

/** A measurement with its yardstick. */
export function comparison(
  what: string,
  { yardstick, ours, unit = "", digits = 0 }: { yardstick: number; ours: number; unit?: string; digits?: number },
  target: string,
): Row {
  const format = (value: number) => [value.toFixed(digits), unit].filter(Boolean).join(" ");
  const ratio = yardstick > 0 && Number.isFinite(ours) ? (ours / yardstick).toFixed(2) : "";
  return { what, yardstick: format(yardstick), ours: format(ours), ratio, target };
}

/** A measurement without a yardstick. */
export const single = (what: string, ours: string, target: string): Row => ({
  what,
  yardstick: "",
  ours,
  ratio: "",
  target,
});

export function printTable(title: string, rows: readonly Row[]) {
  const widths = new Map(columns.map((name) => [name, widest([heads, ...rows].map((row) => row[name]))]));
  const line = (row: Row) =>
    columns
      .map((name) =>
        name === "what" || name === "target" ? row[name].padEnd(widths.get(name) ?? 0) : right(row, name),
      )
      .join("  ")
      .trimEnd();
  const right = (row: Row, name: keyof Row) => row[name].padStart(widths.get(name) ?? 0);
  console.log(`\n— ${title}`);
  for (const row of [heads, ...rows]) console.log(line(row));
}

const widest = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));

export type BenchOptions = { isSmall: boolean };
