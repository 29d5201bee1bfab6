import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { freshDatabase } from "@/lib/testing/database/fresh-database";

const root = join(import.meta.dirname, "../..");
const textOf = (name: string) => readFileSync(join(root, "docs/security", name), "utf8");

type NamedTest = { document: string; file: string; name: string };

/** Tests named as `file`: "name" in a document. */
const namedIn = (document: string): NamedTest[] =>
  [...textOf(document).matchAll(/`([^`]+\.(?:test|spec)\.m?tsx?)`: "([^"]+)"/g)].map(([, file = "", name = ""]) => ({
    ...{ document, file, name },
  }));

const requirements = Papa.parse<Record<string, string>>(textOf("asvs.csv").trim(), { header: true }).data;
const inRequirements = requirements.flatMap(({ id = "", test: named = "" }) => {
  const [file = "", name = ""] = named.split(": ", 2);
  return named === "" ? [] : [{ document: `asvs.csv ${id}`, file, name }];
});

const isThere = ({ file, name }: NamedTest) =>
  existsSync(join(root, file)) && readFileSync(join(root, file), "utf8").includes(name);

test("every test that a security document names exists", () => {
  const named = [...["threat-model.md", "accessibility.md"].flatMap(namedIn), ...inRequirements];
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((one) => one.name === "" || !isThere(one))).toEqual([]);
});

test("every threat of the threat model has a test", () => {
  const [, threats = ""] = textOf("threat-model.md").split("## Threats and answers");
  const rows = threats.split("\n").filter((line) => /^\| (?!threat)/.test(line));
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => !/`[^`]+`: "/.test(row))).toEqual([]);
});

test("every requirement that applies says how it is met and by which test, once", () => {
  const ids = requirements.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const isComplete = ({ id, level, requirement, applies, met, test: named, how }: Record<string, string>) =>
    /^\d+\.\d+\.\d+$/.test(id ?? "") &&
    /^[123]$/.test(level ?? "") &&
    requirement &&
    (applies === "no" ? how : ["yes", "partly", "no"].includes(met ?? "") && named && (met === "yes" || how));
  expect(requirements.filter((row) => !isComplete(row))).toEqual([]);
});

test("every table of the console is in the data inventory, and no other", async () => {
  const { pool } = await freshDatabase();
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'console'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> '__drizzle_migrations'`,
  );
  const [inventory = ""] = textOf("data-inventory.md").split("## Outside the schema");
  const listed = [...inventory.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
