import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { kept } from "./kept.mjs";

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-kept-"));
  return () => rmSync(folder, { recursive: true, force: true });
});

test("a text is made once, readable by its owner alone, and nothing else is left beside it", () => {
  expect(kept(folder, "secret", () => "first")).toBe("first");
  expect(kept(folder, "secret", () => "second")).toBe("first");
  expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["secret"]);
});

test("a file that an earlier version left empty when it was killed is made anew", () => {
  writeFileSync(join(folder, "secret"), "");
  expect(kept(folder, "secret", () => "first")).toBe("first");
  expect(readFileSync(join(folder, "secret"), "utf8")).toBe("first\n");
});

test("a file in the place of the directory is reported in a sentence", () => {
  const path = join(folder, "data");
  writeFileSync(path, "");
  expect(() => kept(path, "secret", () => "first")).toThrow(`DATA_DIR ${path} is a file`);
});

test.runIf(process.getuid?.() !== 0)("a directory that may not be written is reported in a sentence", () => {
  chmodSync(folder, 0o500);
  expect(() => kept(folder, "secret", () => "first")).toThrow(/could not be written \(EACCES\)/);
});
