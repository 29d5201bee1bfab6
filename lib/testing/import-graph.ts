import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Every TypeScript file of the product, from the project's root; tests and what only they use are left out. */
export const sources = ["app", "components", "lib"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|testing(\.ts|\/)/.test(file));

export const textOf = (file: string) => readFileSync(join(root, file), "utf8");

export type Import = { from: string; to: string; isType: boolean };

/** What a file imports of the project's own, by `from`, `import()` or for its effects; a worker's file too. */
export function importsOf(file: string): Import[] {
  return [
    ...textOf(file).matchAll(
      /^\s*(?:import|export)\b(\s+type\b)?[^;]*?\bfrom\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|^import\s+"([^"]+)"|new URL\(\s*"(\.[^"]+)"/gm,
    ),
  ]
    .map(([, isType, from, lazy, bare, url]) => ({
      specifier: from ?? lazy ?? bare ?? url ?? "",
      isType: isType !== undefined,
    }))
    .filter(({ specifier }) => specifier.startsWith("@/") || specifier.startsWith("."))
    .map(({ specifier, isType }) => {
      const path = specifier.startsWith("@/") ? specifier.slice(2) : join(dirname(file), specifier);
      return { from: file, to: sources.find((each) => each.replace(/\.tsx?$/, "") === path) ?? path, isType };
    });
}

/** Each import circle once, as the way from the first of its files back to itself. */
export function importCircles(): string[] {
  const graph = new Map(sources.map((file) => [file, importsOf(file).map(({ to }) => to)]));
  return sources.flatMap((file) => circleFrom(file, graph));
}

function circleFrom(start: string, graph: ReadonlyMap<string, readonly string[]>): string[] {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways)
    for (const next of graph.get(way.at(-1) ?? "") ?? []) {
      if (next === start) return way.every((file) => start <= file) ? [[...way, start].join(" → ")] : [];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  return [];
}
