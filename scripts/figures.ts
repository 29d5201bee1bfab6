import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { importCycles, loadedWith, sources, textOf, withOneImporter } from "@/lib/testing/import-graph";
import { longFunctions } from "@/lib/testing/long-functions";

/** Prints sizes of the product: files, styles, and the scripts and styles of each built page. */
function figures() {
  const files = sources.map((path) => ({ path, lines: textOf(path).split("\n").length - 1 }));
  const folders = groupFiles(files, (path) => path.split("/").slice(0, 2).join("/"));
  printRow(["folder", "files", "median lines", "p90"]);
  for (const [folder, folderContent] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1)))
    printRow([folder, ...sizes(folderContent)]);
  printRow(["all", ...sizes(files)]);

  const folderFiles = groupFiles(files, dirname);
  const [largest, inside = []] = [...folderFiles].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  printRow(["files with one importer", withOneImporter().length]);
  printRow(["functions over 60 lines", longFunctions(60).length]);
  for (const { file, name, lines } of longFunctions(80)) printRow([`over 80: ${name}`, lines, file]);
  printRow([`files in the fullest folder (${largest})`, inside.length]);
  printRow(["import circles", importCycles().length]);
  const unused = spawnSync(process.execPath, ["node_modules/knip/bin/knip.js", "--no-progress"], { encoding: "utf8" });
  printRow(["files, exports, dependencies that nothing uses", unused.status === 0 ? 0 : `\n${unused.stdout}`]);

  const styles = [...filesIn("app", /\.css$/), ...filesIn("components", /\.css$/)];
  printRow(["own CSS, lines", styles.reduce((sum, path) => sum + textOf(path).split("\n").length - 1, 0)]);
  printRow(["classes styled in more than one file", styledTwice(styles).length]);

  printRow(["page", "files at once"]);
  for (const row of filesOfPages()) printRow([...row]);
  printRow(["page", "JS, gz kB", "as brotli", "CSS, gz kB", "as brotli"]);
  for (const { page, scripts, sheets } of pagesBuilt())
    printRow([page, ...[scripts, sheets].flatMap((files) => [kilobytes(files, gzipped), kilobytes(files, asBrotli)])]);
  printRow(["fonts of a page, kB", interfaceFonts()]);
}

type Sized = { path: string; lines: number };

function groupFiles(files: readonly Sized[], folderOf: (path: string) => string) {
  const groups = new Map<string, Sized[]>();
  for (const file of files) groups.set(folderOf(file.path), [...(groups.get(folderOf(file.path)) ?? []), file]);
  return groups;
}

function sizes(files: readonly Sized[]) {
  const lines = files.map((file) => file.lines).sort((a, b) => a - b);
  const quantile = (share: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0;
  return [files.length, quantile(0.5), quantile(0.9)];
}

/** Files that come with a page at once. */
const filesOfPages = () =>
  sources
    .filter((file) => /^app\/.*page\.tsx$/.test(file))
    .map((page) => [page, [...loadedWith(page)].filter((file) => sources.includes(file)).length] as const)
    .sort(([, one], [, other]) => other - one);

function styledTwice(styles: readonly string[]) {
  const filesByClass = new Map<string, Set<string>>();
  for (const path of styles)
    for (const [, name = ""] of textOf(path).matchAll(/\.(-?[a-z][\w-]*)(?=[^{}]*\{)/gi))
      filesByClass.set(name, (filesByClass.get(name) ?? new Set()).add(path));
  return [...filesByClass].filter(([, paths]) => paths.size > 1);
}

type Manifest = {
  entryJSFiles: Record<string, string[]>;
  entryCSSFiles: Record<string, { path: string }[]>;
};

/** The scripts and styles in the HTML of each page. Files that are loaded on demand are not included. */
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
    const entries = Object.keys(manifest.entryJSFiles).filter((entry) => isEntryOf(entry, page));
    return {
      page: `/${page.replace(/\([^)]*\)\/?/, "")}`,
      scripts: new Set([...rootMainFiles, ...entries.flatMap((entry) => manifest.entryJSFiles[entry] ?? [])]),
      sheets: new Set(entries.flatMap((entry) => (manifest.entryCSSFiles[entry] ?? []).map((file) => file.path))),
    };
  });
}

/** True for the page's own entry and its layouts. Error and not-found pages have their own entries. */
function isEntryOf(entry: string, page: string) {
  const path = entry.slice("[project]/app/".length);
  const folder = dirname(path) === "." ? "" : dirname(path);
  return path === `${page}/page` || (path.endsWith("layout") && `${page}/`.startsWith(folder && `${folder}/`));
}

const kilobytes = (paths: Iterable<string>, bytesOf: (path: string) => number) =>
  [...paths].reduce((sum, path) => sum + bytesOf(path) / 1000, 0).toFixed(0);

const gzipped = (path: string) => gzipSync(readFileSync(`.next/${path}`)).length;

/** The size of the file that the build compressed. */
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

const printRow = (cells: readonly (string | number)[]) => console.log(cells.join("\t"));

figures();
