import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refused } from "./problem";
import { toProblemJson } from "./problem-json";

const lib = join(import.meta.dirname, "..");

const thrown = readdirSync(lib, { recursive: true, encoding: "utf8" })
  .filter((path) => /(?<!\.test)\.ts$/.test(path) && !path.startsWith("testing"))
  .flatMap((path) => [...readFileSync(join(lib, path), "utf8").matchAll(/\(\s*"conflict",\s*(["`].*["`])/g)])
  .map(([, sentence = ""]) => sentence);

test("says that a record has changed only when something did", () => {
  expect(thrown.length).toBeGreaterThan(0);
  expect(thrown.filter((sentence) => !/(just|have) changed|no longer/.test(sentence))).toEqual([]);
});

test("titles a refusal by rule as one", () => {
  const problem = refused("not_possible", "Sign in with Fernhill ID first, so that you know that it works.");
  expect(toProblemJson(problem)).toMatchObject({ status: 409, title: "This is not possible now", outcome: "refused" });
});
