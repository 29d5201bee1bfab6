import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const folders = ["app", "components", "docs", "e2e", "lib", "platform", "public", "scripts"];
const pathsIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...pathsIn("docs").filter((path) => path.endsWith(".md")),
];
const textOf = (document: string) => readFileSync(join(root, document), "utf8");

const rootNames = readdirSync(root);
const paths = folders.flatMap(pathsIn);
const isInFolder = (word: string) => word.includes("/") && folders.includes(word.split("/", 1).join());
const isFileName = (word: string) => /^[\w@.-]+\.(css|js|json|md|mjs|sql|tsx?)$/.test(word);
/** A test in `lib/floors.test.ts` forbids these files, and documents say so. */
const forbidden = ["proxy.ts", "middleware.ts"];

/** Words of inline code and of code blocks that are a path from the root, or the name of a file. */
function quotedIn(text: string) {
  const code = [...text.matchAll(/^```.*\n([\s\S]*?)^```/gm), ...text.matchAll(/`([^`\n]+)`/g)];
  const words = code.flatMap(([, quoted = ""]) => quoted.split(/[\s"'|,;]+/));
  return words.filter((word) => !/[<>*…{}]/.test(word) && (isInFolder(word) || isFileName(word)));
}

type Quoted = { document: string; word: string };

/** A bare name means a file at the root, or in a folder that the document names. Without such a folder it may be anywhere. */
function existsIn(named: readonly string[], word: string): boolean {
  if (isInFolder(word)) return existsSync(join(root, word));
  if (rootNames.includes(word) || forbidden.includes(word)) return true;
  return paths.some(
    (path) => basename(path) === word && (named.length === 0 || named.some((folder) => path.startsWith(`${folder}/`))),
  );
}

/** A bracket or colon behind a path may be part of it, as in `[campaign_id]`, or not. */
const variantsOf = (word: string) => [word, word.replace(/[\]).:/]+$/, "")];

const isFolder = (path: string) =>
  isInFolder(path) && (statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false);

function missingIn(document: string): Quoted[] {
  const words = quotedIn(textOf(document));
  const named = words.flatMap(variantsOf).filter(isFolder);
  return words
    .filter((word) => !variantsOf(word).some((variant) => existsIn(named, variant)))
    .map((word) => ({ document, word }));
}

test("every path that a document quotes exists, in a folder that the document names", () => {
  expect(documents.flatMap((document) => quotedIn(textOf(document))).length).toBeGreaterThan(80);
  expect(documents.flatMap(missingIn)).toEqual([]);
});

test("every link of a document leads to a file", () => {
  const links = documents.flatMap((document) =>
    [...textOf(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)/g)].map(([, link = ""]) => ({ document, link })),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ document, link }) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
});

test("the alert rule of the first hour has the fields of a finding", () => {
  const [, sample = ""] = /: Finding => \(\{\n([\s\S]*?)\}\)\)/.exec(textOf("docs/first-hour.md")) ?? [];
  const fields = [...sample.matchAll(/^\s*(\w+)[:,]/gm)].map(([, field]) => field);
  expect(fields.length).toBeGreaterThan(8);
  const [, finding = ""] = /export type Finding = ([\s\S]*?)\n\};/.exec(textOf("lib/alerts/rule.ts")) ?? [];
  expect(fields.filter((field) => !new RegExp(`\\b${field}\\b`).test(finding))).toEqual([]);
});
