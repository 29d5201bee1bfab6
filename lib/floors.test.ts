import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Import, importCircles, importsOf, sources, textOf } from "./testing/import-graph";

const root = join(import.meta.dirname, "..");

const shared = ["lib/contract", "lib/format"];
const parts = ["components/ui", "components/query", "components/status", "components/send", "components/data-table"];
const browser = [...shared, "lib/client", "lib/contacts"];

/** What each floor may import of the others, itself aside. `components/*` stands for any resource's folder. */
const mayImport: Record<string, readonly string[]> = {
  "lib/clock.ts": [],
  "lib/format": [],
  "lib/contract": ["lib/format"],
  "lib/contacts": shared,
  "lib/db": [],
  "lib/jobs": ["lib/db"],
  "lib/http": [...shared, "lib/db"],
  "lib/platform": [...shared, "lib/http", "lib/db", "lib/jobs"],
  "lib/console": [...shared, "lib/http", "lib/db", "lib/jobs"],
  "lib/gateway": [...shared, "lib/http", "lib/console"],
  "lib/client": [...shared, "lib/contacts"],
  "components/ui": ["lib/format"],
  "components/query": [...browser, ...parts.slice(0, 1)],
  "components/status": [...browser, ...parts.slice(0, 2)],
  "components/send": [...browser, ...parts.slice(0, 3)],
  "components/data-table": [...browser, ...parts.slice(0, 4)],
  "components/record": [...browser, ...parts],
  "components/*": [...browser, ...parts, "components/record"],
  app: [...browser, ...parts, "components/record", "components/*", "lib/server/server-context.ts"],
  "lib/server/server-context.ts": [...shared, "lib/client", "lib/console"],
  "lib/env.ts": shared,
  "lib/stop-request.ts": [],
  "lib/server": [
    "lib/server/server-context.ts",
    ...shared,
    "lib/gateway",
    "lib/console",
    "lib/http",
    "lib/db",
    "lib/jobs",
    "lib/env.ts",
    "lib/stop-request.ts",
  ],
};

/** Entries of processes: the only files below their floor that know the world. */
const entries: Record<string, readonly string[]> = {
  "lib/platform/main.ts": ["lib/env.ts", "lib/stop-request.ts"],
  "lib/db/supervisor.ts": ["lib/stop-request.ts"],
};

/** Types of the server's objects may be named where the objects themselves may not be reached. */
const typeOnly: Record<string, readonly string[]> = { app: ["lib/console"] };

function floorOf(file: string) {
  const [top, second = ""] = file.split("/");
  if (top === "app") return "app";
  const floor = file in mayImport ? file : `${top}/${second}`;
  return top === "components" && !(floor in mayImport) ? "components/*" : floor;
}

function isAllowed({ from, to, isType }: Import) {
  const [floor, target] = [floorOf(from), floorOf(to)];
  const isSameFolder = from.split("/")[1] === to.split("/")[1];
  if (floor === target && (floor !== "components/*" || isSameFolder)) return true;
  if (entries[from]?.includes(target)) return true;
  if (target === "lib/clock.ts") return true;
  if (isType && typeOnly[floor]?.includes(target)) return true;
  return floor !== target && (mayImport[floor] ?? []).includes(target);
}

test("imports keep to their floors", () => {
  const broken = sources.flatMap(importsOf).filter((each) => !isAllowed(each));
  expect(broken.map(({ from, to }) => `${from} may not import ${to}`)).toEqual([]);
});

test("commands, browser tests and the floors below import no component", () => {
  const outside = ["scripts", "e2e", "lib"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const importing = outside.filter(
    (file) => /\.[mc]?tsx?$/.test(file) && /(from|import\()\s*"(@\/|(\.\.\/)+)components\//.test(textOf(file)),
  );
  expect(importing).toEqual([]);
});

test("only the clock reads the machine's time", () => {
  const others = sources.filter((file) => file !== "lib/clock.ts" && !/\.test\.|testing/.test(file));
  expect(others.filter((file) => /\bDate\.now\b|new Date\(\)|\bDate\(\)/.test(textOf(file)))).toEqual([]);
});

test("no file imports itself by way of others, not even a type", () => {
  expect(importCircles()).toEqual([]);
});

test("there is no proxy.ts or middleware.ts: with one, Next cuts the bodies of uploads at 10 MiB", () => {
  const cutting = readdirSync(root).filter((name) => /^(proxy|middleware)\.[mc]?[jt]sx?$/.test(name));
  expect(cutting).toEqual([]);
});

test("only lib/env.ts reads the environment", () => {
  const readers = sources.filter((file) => /process\.env\b/.test(textOf(file)));
  expect(readers).toEqual(["lib/env.ts"]);
});

test("React stays above the client's floor, but for the client's own query options", () => {
  const below = sources.filter((file) => /^lib\//.test(file) && /from "react(-dom)?(\/[^"]*)?"/.test(textOf(file)));
  expect(below).toEqual([]);
});

test("nothing runs a string, and nothing puts markup into a page unescaped", () => {
  const unsafe = sources.filter((file) =>
    /dangerouslySetInnerHTML|\beval\(|new Function\(|\.innerHTML\b/.test(textOf(file)),
  );
  expect(unsafe).toEqual([]);
});

test("a browser's own schemas are declared as the contract's are: one library would not know the other's", () => {
  const own = sources.filter((file) => /^(components|app|lib\/client|lib\/contract)\//.test(file));
  const isLibrary = /schema\.ts$/;
  const mixing = own.filter((file) => !isLibrary.test(file) && /^import (?!type\b).*from "zod";/m.test(textOf(file)));
  expect(mixing).toEqual([]);
});
