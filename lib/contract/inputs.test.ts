import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { apiOperations } from "./api";
import { consoleOperations } from "./console";
import { inputOf } from "./inputs";
import { type Operation, placeholdersOf } from "./operation";

const operations: readonly Operation[] = [...apiOperations, ...consoleOperations];

const folder = join(import.meta.dirname, "inputs");
const modules = await Promise.all(
  readdirSync(folder).map(async (file): Promise<Record<string, unknown>> => import(join(folder, file))),
);
/** IDs in all files of the folder. Each exports its schemas under a name such as `teamInputs`. */
const declared = modules.flatMap((module) =>
  Object.entries(module).flatMap(([name, schemas]) => (/\wInputs$/.test(name) ? Object.keys(Object(schemas)) : [])),
);

test("each operation has one schema of its input, and each schema an operation", () => {
  expect(declared.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
});

test.each(operations.map((op) => [op.id, op] as const))(
  "the input of %s has what its path and its declaration name",
  (_id, op) => {
    const named = [...placeholdersOf(op), ...(op.about === undefined ? [] : [op.about]), ...(op.ownInput ?? [])];
    expect(Object.keys(inputOf(op).shape)).toEqual(expect.arrayContaining(named));
  },
);

test("an operation without a schema is not called with an input that nobody checked", () => {
  const undeclared: Operation = { ...operations[0], id: "made.up" } as Operation;
  expect(() => inputOf(undeclared)).toThrow("No schema is declared for the input of made.up.");
});

test("an input drops what its schema does not name", () => {
  for (const op of operations) {
    const { additionalProperties } = z.toJSONSchema(inputOf(op), { io: "output", unrepresentable: "any" });
    expect([op.id, additionalProperties]).toEqual([op.id, false]);
  }
});
