import { expect, test } from "vitest";
import { apiOperations } from "./api";
import { consoleOperations } from "./console";
import { groupedRoles, rolesMarkdown, rolesTable } from "./roles-table";

const operations = [...apiOperations, ...consoleOperations];

test("every operation has a row that says what its own list allows", () => {
  const table = rolesTable();
  expect(table.map(({ id }) => id)).toEqual(operations.map(({ id }) => id));
  for (const [at, op] of operations.entries())
    expect(Object.entries(table[at]?.may ?? {}).flatMap(([role, may]) => (may ? [role] : []))).toEqual([...op.allow]);
});

test("each of the ten lines of the short table says of every role what holds for all that it stands for", () => {
  const lines = groupedRoles();
  expect(lines.length).toBe(10);
  expect(lines.reduce((sum, { ops }) => sum + ops.length, 0)).toBe(operations.length);
  for (const { words, ops, may } of lines) {
    expect([words, ops.length > 0]).toEqual([words, true]);
    for (const op of ops) expect([words, op.id, op.may]).toEqual([words, op.id, may]);
  }
});

test("no two operations are called the same", () => {
  const labels = operations.map(({ label }) => label);
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
});

test("the Markdown has a line for each operation", () => {
  const lines = rolesMarkdown().split("\n");
  expect(lines.length).toBe(operations.length + 2);
  expect(lines).toContain("| End a call (`calls.end`) | ✓ |  | ✓ |");
});
