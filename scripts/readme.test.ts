import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { readmeWithTables } from "./readme";

const root = join(import.meta.dirname, "..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const under = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));

test("the README's tables match the code (`npm run readme` writes them)", () => {
  const text = textOf("README.md");
  expect(text).toBe(readmeWithTables(text));
});

/** Documents name these files, but `lib/floors.test.ts` ensures that they do not exist. */
const forbidden = ["proxy.ts", "middleware.ts"];

test("files and folders that the documents name exist", () => {
  const folders = ["app", "components", "docs", "e2e", "lib", "public", "scripts"];
  const paths = [...readdirSync(root), ...folders, ...folders.flatMap(under)];
  const exists = (name: string) =>
    paths.some((path) => path === name.replace(/\/$/, "") || path.endsWith(`/${name}`)) || forbidden.includes(name);
  const documents = ["README.md", "CONTRIBUTING.md", ...under("docs").filter((path) => path.endsWith(".md"))];
  const isPath = (name: string) =>
    /^[\w@()[\]./-]+\.(css|js|json|md|mjs|tsx?)$/.test(name) || folders.includes(name.split("/", 1).join());
  const names = documents.flatMap((document) =>
    [...textOf(document).matchAll(/`([^`\s<>]+)`/g)].map(([, name = ""]) => ({ document: basename(document), name })),
  );
  expect(names.filter(({ name }) => isPath(name)).length).toBeGreaterThan(80);
  expect(names.filter(({ name }) => isPath(name) && !exists(name))).toEqual([]);
});
