import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import sheet from "@/app/globals.css?inline";
import { classNamesIn } from "@/lib/testing/class-names";
import { sources, textOf } from "@/lib/testing/import-graph";

const folder = join(import.meta.dirname, "../..");
const ownSheets = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".css"))
  .map((name) => readFileSync(join(folder, name), "utf8"));

/** Names after a dot. A marker such as `group/id` is among them if a `group-*` class names it. */
const rules = new Set(
  [...[sheet, ...ownSheets].join("\n").matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w\u0080-\uffff-])+)/gi)].map(
    ([, name = ""]) =>
      name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, code, sign) =>
        code ? String.fromCodePoint(Number.parseInt(code, 16)) : sign,
      ),
  ),
);

const files = sources.filter((file) => /^(app|components)\//.test(file));

test("has a rule in the built style sheet for each class that a page uses", () => {
  expect(rules.size).toBeGreaterThan(1_000);
  const without = files.flatMap((file) =>
    [...classNamesIn(file, textOf(file), (name) => rules.has(name))]
      .filter((name) => !rules.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(without).toEqual([]);
});
