import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readmeWithTables } from "./readme";

test("the README's tables are those of the code; `npm run readme` writes them", () => {
  const text = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  expect(text).toBe(readmeWithTables(text));
});
