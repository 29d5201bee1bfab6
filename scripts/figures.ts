import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { importCycles, importsOf, sources, textOf } from "@/lib/testing/import-graph";

/** The size and shape of the product: its files, its styles, and what a browser loads of each page as it is built. */
function figures() {
  const files = sources.map((path) => ({ path, lines: textOf(path).split("\n").length - 1 }));
  const folders = grouped(files, (path) => path.split("/").slice(0, 2).join("/"));
  print(["folder", "files", "median lines", "p90"]);
  for (const [folder, own] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1))) print([folder, ...sizes(own)]);
  print(["all", ...sizes(files)]);

  const rooms = grouped(files, dirname);
  const [largest, inside = []] = [...rooms].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  print(["files with one importer", withOneImporter()]);
  print([`files in the fullest folder (${largest})`, inside.length]);
  print(["import circles", importCycles().length]);
  const unused = spawnSync(process.execPath, ["node_modules/knip/bin/knip.js", "--no-progress"], { encoding: "utf8" });
  print(["files, exports, dependencies that nothing uses", unused.status === 0 ? 0 : `\n${unused.stdout}`]);

  const styles = [...filesIn("app", /\.css$/), ...filesIn("components", /\.css$/)];
  print(["own CSS, lines", styles.reduce((sum, path) => sum + textOf(path).split("\n").length - 1, 0)]);
  print(["classes styled in more than one file", styledTwice(styles).length]);

  print(["page", "JS, gz kB", "as brotli", "CSS, gz kB", "as brotli"]);
  for (const { page, scripts, sheets } of pagesBuilt())
    print([page, ...[scripts, sheets].flatMap((files) => [kilobytes(files, gzipped), kilobytes(files, asBrotli)])]);
  print(["fonts of a page, kB", interfaceFonts()]);
}

type Sized = { path: string; lines: number };

function grouped(files: readonly Sized[], folderOf: (path: string) => string) {
  const groups = new Map<string, Sized[]>();
  for (const file of files) groups.set(folderOf(file.path), [...(groups.get(folderOf(file.path)) ?? []), file]);
  return groups;
}

function sizes(files: readonly Sized[]) {
  const lines = files.map((file) => file.lines).sort((a, b) => a - b);
  const at = (share: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0;
  return [files.length, at(0.5), at(0.9)];
}

function withOneImporter() {
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of sources.flatMap(importsOf)) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  return sources.filter((path) => importers.get(path)?.size === 1).length;
}

function styledTwice(styles: readonly string[]) {
  const places = new Map<string, Set<string>>();
  for (const path of styles)
    for (const [, name = ""] of textOf(path).matchAll(/\.(-?[a-z][\w-]*)(?=[^{}]*\{)/gi))
      places.set(name, (places.get(name) ?? new Set()).add(path));
  return [...places].filter(([, paths]) => paths.size > 1);
}

type Manifest = {
  entryJSFiles: Record<string, string[]>;
  entryCSSFiles: Record<string, { path: string }[]>;
};

/** What the HTML of each page names: React, the frame and the page's own; what is loaded when asked for is not in it. */
function pagesBuilt() {
  const { rootMainFiles } = JSON.parse(readFileSync(".next/build-manifest.json", "utf8")) as {
    rootMainFiles: string[];
  };
  return filesIn(".next/server/app", /page_client-reference-manifest\.js$/).map((path) => {
    const text = readFileSync(path, "utf8");
    const manifest = JSON.parse(
      text.slice(text.indexOf("{", text.lastIndexOf("] = ")), text.lastIndexOf("}") + 1),
    ) as Manifest;
    const page = path.slice(".next/server/app/".length, -"/page_client-reference-manifest.js".length);
    const entries = Object.keys(manifest.entryJSFiles).filter((entry) => isOf(entry, page));
    return {
      page: `/${page.replace(/\([^)]*\)\/?/, "")}`,
      scripts: new Set([...rootMainFiles, ...entries.flatMap((entry) => manifest.entryJSFiles[entry] ?? [])]),
      sheets: new Set(entries.flatMap((entry) => (manifest.entryCSSFiles[entry] ?? []).map((file) => file.path))),
    };
  });
}

/** A page comes with its own entry and the layouts above it; errors and missing pages have theirs. */
function isOf(entry: string, page: string) {
  const place = entry.slice("[project]/app/".length);
  const folder = dirname(place) === "." ? "" : dirname(place);
  return place === `${page}/page` || (place.endsWith("layout") && `${page}/`.startsWith(folder && `${folder}/`));
}

const kilobytes = (paths: Iterable<string>, bytesOf: (path: string) => number) =>
  [...paths].reduce((sum, path) => sum + bytesOf(path) / 1000, 0).toFixed(0);

const gzipped = (path: string) => gzipSync(readFileSync(`.next/${path}`)).length;

/** As the build has packed it, and as it is sent. */
const asBrotli = (path: string) => statSync(`.next/${path}.br`).size;

const interfaceFonts = () =>
  filesIn(".next/static/media", /interface.*\.woff2$/)
    .reduce((sum, path) => sum + readFileSync(path).length / 1000, 0)
    .toFixed(0);

const filesIn = (folder: string, name: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => name.test(file))
    .map((file) => join(folder, file))
    .sort();

const print = (cells: readonly (string | number)[]) => console.log(cells.join("\t"));

figures();
