import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type Import,
  importCycles,
  importsOf,
  loadedAtOnce,
  loadedWith,
  sources,
  textOf,
  withOneImporter,
} from "./testing/import-graph";
import { longFunctions } from "./testing/long-functions";

const root = join(import.meta.dirname, "..");

const shared = ["lib/contract", "lib/format"];
/** Below every floor of the server that stores data. */
const stored = [...shared, "lib/db", "lib/jobs"];
const componentFloors = [
  "components/ui",
  "components/query",
  "components/status",
  "components/send",
  "components/data-table",
  "components/list",
];
const recordFloors = ["components/registry", "components/record"];
const browser = [...shared, "lib/client", "lib/contacts"];

/** The other floors that each floor can import. `components/*` stands for any resource's folder. */
const mayImport: Record<string, readonly string[]> = {
  "lib/clock.ts": [],
  "lib/secret.ts": [],
  "lib/mailer.ts": [],
  "lib/hook-token.ts": [],
  "lib/format": [],
  "lib/contract": ["lib/format"],
  "lib/numbers": shared,
  "lib/contacts": [...shared, "lib/numbers"],
  "lib/http": [...shared, "lib/db"],
  "lib/db": [...shared, "lib/numbers"],
  "lib/jobs": ["lib/db"],
  "lib/events": stored,
  "lib/audit": [...stored, "lib/http"],
  "lib/auth": [...stored, "lib/http", "lib/audit"],
  platform: [...stored, "lib/http"],
  "lib/gateway": [...shared, "lib/numbers", "lib/http", "lib/audit"],
  "lib/collector": [...stored, "lib/numbers", "lib/http", "lib/events", "lib/gateway"],
  "lib/alerts": [...stored, "lib/numbers", "lib/http", "lib/events", "lib/collector", "lib/inbox", "lib/backup"],
  "lib/inbox": [...stored, "lib/numbers", "lib/http", "lib/gateway", "lib/collector"],
  "lib/automation": [...stored, "lib/numbers", "lib/audit", "lib/gateway", "lib/collector", "lib/alerts"],
  "lib/erasure": [...stored, "lib/numbers", "lib/audit", "lib/gateway", "lib/collector", "lib/inbox"],
  "lib/backup": [...stored, "lib/audit", "lib/automation", "lib/erasure"],
  "lib/console": [
    ...[...stored, "lib/numbers", "lib/http", "lib/events", "lib/audit", "lib/auth", "lib/gateway"],
    ...["lib/collector", "lib/alerts", "lib/automation", "lib/inbox", "lib/erasure", "lib/backup"],
  ],
  "lib/client": [...shared, "lib/contacts"],
  "components/ui": ["lib/format"],
  "components/query": [...browser, ...componentFloors.slice(0, 1)],
  "components/status": [...browser, ...componentFloors.slice(0, 2)],
  "components/send": [...browser, ...componentFloors.slice(0, 3)],
  "components/data-table": [...browser, ...componentFloors.slice(0, 4)],
  "components/list": [...browser, ...componentFloors.slice(0, 5)],
  "components/registry": [...browser, ...componentFloors],
  "components/record": [...browser, ...componentFloors, "components/registry"],
  "components/preflight": [...browser, ...componentFloors, ...recordFloors],
  "components/list-file": [...browser, ...componentFloors],
  "components/person": [...browser, ...componentFloors, ...recordFloors, "components/list-file"],
  "components/*": [
    ...[...browser, ...componentFloors, ...recordFloors],
    ...["components/preflight", "components/list-file", "components/person"],
  ],
  app: [...browser, ...componentFloors, ...recordFloors, "components/*", "lib/server/server-context.ts"],
  "lib/server/server-context.ts": [...shared, "lib/client", "lib/console"],
  "lib/env.ts": shared,
  "lib/stop-request.ts": [],
  "lib/server": [
    "lib/server/server-context.ts",
    ...shared,
    ...stored,
    ...["lib/audit", "lib/http", "lib/gateway", "lib/collector", "lib/inbox", "lib/console"],
    "lib/env.ts",
    "lib/stop-request.ts",
  ],
};

/** Entry files of processes, which can import more than the rest of their floor. */
const entries: Record<string, readonly string[]> = {
  "platform/main.ts": ["lib/env.ts", "lib/stop-request.ts"],
  "lib/db/supervisor.ts": ["lib/stop-request.ts"],
};

/** Floors from which only types can be imported. */
const typeOnly: Record<string, readonly string[]> = { app: ["lib/console"] };

function floorOf(file: string) {
  const [top, second = ""] = file.split("/");
  if (top === "app" || top === "platform") return top;
  const floor = file in mayImport ? file : `${top}/${second}`;
  return top === "components" && !(floor in mayImport) ? "components/*" : floor;
}

function isAllowed({ from, to, isType }: Import) {
  const [floor, target] = [floorOf(from), floorOf(to)];
  const isSameFolder = from.split("/")[1] === to.split("/")[1];
  if (floor === target && (floor !== "components/*" || isSameFolder)) return true;
  if (entries[from]?.includes(target)) return true;
  if (["lib/clock.ts", "lib/secret.ts", "lib/mailer.ts", "lib/hook-token.ts"].includes(target)) return true;
  if (isType && typeOnly[floor]?.includes(target)) return true;
  return floor !== target && (mayImport[floor] ?? []).includes(target);
}

test("every import follows the table of floors", () => {
  const broken = sources.flatMap(importsOf).filter((candidate) => !isAllowed(candidate));
  expect(broken.map(({ from, to }) => `${from} may not import ${to}`)).toEqual([]);
});

test("commands, browser tests and lib import no component, except support for component tests", () => {
  const outside = ["scripts", "e2e", "lib", "platform"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const importing = outside.filter(
    (file) =>
      /\.[mc]?tsx?$/.test(file) &&
      !file.startsWith("lib/testing/components/") &&
      /(from|import\()\s*"(@\/|(\.\.\/)+)components\//.test(textOf(file)),
  );
  expect(importing).toEqual([]);
});

test("only the clock reads the machine's time", () => {
  const others = sources.filter((file) => file !== "lib/clock.ts" && !/\.test\.|testing/.test(file));
  expect(others.filter((file) => /\bDate\.now\b|new Date\(\)|\bDate\(\)/.test(textOf(file)))).toEqual([]);
});

test("there are no import cycles, not even of types", () => {
  expect(importCycles()).toEqual([]);
});

/** Files that a page loads at once. A page that needs more shows it here first: lower these when one gets lighter. */
const mostFiles: Record<string, number> = {
  "webhooks/page.tsx": 145,
  "calls/page.tsx": 162,
  "campaigns/page.tsx": 149,
  "phone-numbers/page.tsx": 138,
  "credentials/page.tsx": 112,
  "audit/page.tsx": 126,
  "do-not-call/page.tsx": 120,
  "campaigns/[campaign_id]/page.tsx": 195,
  "campaigns/[campaign_id]/contacts/page.tsx": 164,
};

test.each(Object.entries(mostFiles))("%s loads at most %i files at once", (page, most) => {
  const files = [...loadedWith(`app/(console)/${page}`)].filter((file) => sources.includes(file));
  expect(files.length).toBeLessThanOrEqual(most);
});

test("few functions have more than 60 lines, and few files have a single importer", () => {
  expect(longFunctions(60).length).toBeLessThanOrEqual(35);
  expect(withOneImporter().length).toBeLessThanOrEqual(444);
});

test("there is no proxy.ts or middleware.ts, because Next would cut uploads at 10 MiB", () => {
  const cutting = readdirSync(root).filter((name) => /^(proxy|middleware)\.[mc]?[jt]sx?$/.test(name));
  expect(cutting).toEqual([]);
});

test("only lib/env.ts reads the environment", () => {
  const readers = sources.filter((file) => /process\.env\b/.test(textOf(file)));
  expect(readers).toEqual(["lib/env.ts"]);
});

test("no file in lib imports React", () => {
  const below = sources.filter((file) => /^lib\//.test(file) && /from "react(-dom)?(\/[^"]*)?"/.test(textOf(file)));
  expect(below).toEqual([]);
});

test("no file evaluates strings or inserts unescaped markup", () => {
  const unsafe = sources.filter((file) =>
    /dangerouslySetInnerHTML|\beval\(|new Function\(|\.innerHTML\b/.test(textOf(file)),
  );
  expect(unsafe).toEqual([]);
});

test("every file imports zod as a namespace of zod/mini", () => {
  // Any other import bundles the whole library, 87 kB instead of 10. Full zod also needs `new Function`, against our CSP.
  const imports = sources.flatMap((file) => textOf(file).match(/^.*["']zod\b.*$/gm) ?? []);
  expect(imports.filter((line) => !/^import (type )?\* as z from "zod\/mini";$/.test(line))).toEqual([]);
});

const bringsZod = (file: string) => /^import \* as z from "zod/m.test(textOf(file));

test("the contract brings no schemas, but for the inputs and what the server does with them", () => {
  const loads = loadedAtOnce();
  const withSchemas = sources.filter(
    (file) =>
      file.startsWith("lib/contract/") &&
      !file.startsWith("lib/contract/inputs/") &&
      [...loadedWith(file, loads)].some((each) => sources.includes(each) && bringsZod(each)),
  );
  expect(withSchemas.toSorted()).toEqual([
    "lib/contract/console/context.ts",
    "lib/contract/implement.ts",
    "lib/contract/inputs.ts",
  ]);
});

/** Screens before the shell. Every other form loads its schema when somebody asks for the form, or reaches it. */
const formScreens = ["components/sign-in/set-password-screen.tsx", "components/sign-in/setup-screen.tsx"];

test("no screen brings the schema library, except those that are forms", () => {
  const loads = loadedAtOnce();
  const screens = sources.filter((file) => /^(app|components)\//.test(file) && /^"use client";/m.test(textOf(file)));
  const withSchemas = screens.filter((file) =>
    [...loadedWith(file, loads)].some((each) => sources.includes(each) && bringsZod(each)),
  );
  expect(withSchemas.toSorted()).toEqual(formScreens);
});

test("no component sets a style attribute, which the content security policy blocks", () => {
  const styled = sources.filter((path) => path.endsWith(".tsx") && /\sstyle=\{\{/.test(textOf(path)));
  expect(styled).toEqual([]);
});
