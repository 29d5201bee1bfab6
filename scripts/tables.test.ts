import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tables } from "./tables";

test.each(Object.keys(tables))("%s matches the code: `npm run tables` writes it", (path) => {
  expect(readFileSync(join(import.meta.dirname, "..", path), "utf8")).toBe(tables[path]);
});
