import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { readOrCreate } from "./kept.mjs";

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-kept-"));
  return () => rmSync(folder, { recursive: true, force: true });
});

test("creates a text once, readable only by its owner, and leaves no other file", () => {
  expect(readOrCreate(folder, "secret", () => "first")).toBe("first");
  expect(readOrCreate(folder, "secret", () => "second")).toBe("first");
  expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["secret"]);
});

test("replaces an empty file that a killed earlier version left", () => {
  writeFileSync(join(folder, "secret"), "");
  expect(readOrCreate(folder, "secret", () => "first")).toBe("first");
  expect(readFileSync(join(folder, "secret"), "utf8")).toBe("first\n");
});

test("reports a file in place of the directory in a sentence", () => {
  const path = join(folder, "data");
  writeFileSync(path, "");
  expect(() => readOrCreate(path, "secret", () => "first")).toThrow(`DATA_DIR ${path} is a file`);
});

test.runIf(process.getuid?.() !== 0)("reports a directory that is not writable in a sentence", () => {
  chmodSync(folder, 0o500);
  expect(() => readOrCreate(folder, "secret", () => "first")).toThrow(/could not be written \(EACCES\)/);
});
