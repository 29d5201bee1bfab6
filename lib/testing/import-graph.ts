import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** All TypeScript files of the product, relative to the project's root. Excludes tests and their support files. */
export const sources = ["app", "components", "lib", "platform"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|testing(\.ts|\/)/.test(file));

export const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** `isLazy`: loaded when it is needed, by `import()` or as a worker. */
export type Import = { from: string; to: string; isType: boolean; isLazy: boolean };

/** A file's imports from the project: by `from` or `import()`, for side effects, and workers. */
export function importsOf(file: string): Import[] {
  return [
    ...textOf(file).matchAll(
      /^\s*(?:import|export)\b(\s+type\b)?[^;]*?\bfrom\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|^import\s+"([^"]+)"|new URL\(\s*"(\.[^"]+)"/gm,
    ),
  ]
    .map(([, isType, from, lazy, bare, url]) => ({
      specifier: from ?? lazy ?? bare ?? url ?? "",
      isType: isType !== undefined,
      isLazy: lazy !== undefined || url !== undefined,
    }))
    .filter(({ specifier }) => specifier.startsWith("@/") || specifier.startsWith("."))
    .map(({ specifier, ...how }) => {
      const path = specifier.startsWith("@/") ? specifier.slice(2) : join(dirname(file), specifier);
      return { from: file, to: sources.find((source) => source.replace(/\.tsx?$/, "") === path) ?? path, ...how };
    });
}

/** Files that come with a file at once: by imports of values, not of types or by `import()`. */
export function loadedWith(file: string, loads = loadedAtOnce()): ReadonlySet<string> {
  const loaded = new Set([file]);
  for (const each of loaded) for (const next of loads.get(each) ?? []) loaded.add(next);
  return loaded;
}

export const loadedAtOnce = (): ReadonlyMap<string, readonly string[]> =>
  new Map(
    sources.map((file) => [file, importsOf(file).flatMap(({ to, isType, isLazy }) => (isType || isLazy ? [] : [to]))]),
  );

/** Files of the product that exactly one other file imports. */
export function withOneImporter(): string[] {
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of sources.flatMap(importsOf)) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  return sources.filter((path) => importers.get(path)?.size === 1);
}

/** Each import cycle once, as the path from its first file back to itself. */
export function importCycles(): string[] {
  const graph = new Map(sources.map((file) => [file, importsOf(file).map(({ to }) => to)]));
  return sources.flatMap((file) => cycleFrom(file, graph));
}

function cycleFrom(start: string, graph: ReadonlyMap<string, readonly string[]>): string[] {
  const paths = [[start]];
  const visited = new Set<string>();
  for (const path of paths)
    for (const next of graph.get(path.at(-1) ?? "") ?? []) {
      if (next === start) return path.every((file) => start <= file) ? [[...path, start].join(" → ")] : [];
      if (visited.has(next)) continue;
      visited.add(next);
      paths.push([...path, next]);
    }
  return [];
}
