import { expect, test } from "vitest";
import { apiOperations } from "./api";
import { consoleOperations } from "./console";
import { groupedRoles, rolesMarkdown, rolesTable } from "./roles-table";

const operations = [...apiOperations, ...consoleOperations];

test("has a row for every operation with the roles that it allows", () => {
  const table = rolesTable();
  expect(table.map(({ id }) => id)).toEqual(operations.map(({ id }) => id));
  for (const [index, op] of operations.entries())
    expect(Object.entries(table[index]?.may ?? {}).flatMap(([role, may]) => (may ? [role] : []))).toEqual([
      ...op.allow,
    ]);
});

test("groups all operations into thirteen lines with equal permissions in each line", () => {
  const lines = groupedRoles();
  expect(lines.length).toBe(13);
  expect(lines.reduce((sum, { ops }) => sum + ops.length, 0)).toBe(operations.length);
  for (const { words, ops, may } of lines) {
    expect([words, ops.length > 0]).toEqual([words, true]);
    for (const op of ops) expect([words, op.id, op.may]).toEqual([words, op.id, may]);
  }
});

test("has a unique label for each operation", () => {
  const labels = operations.map(({ label }) => label);
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
});

test("has a Markdown line for each operation", () => {
  const lines = rolesMarkdown().split("\n");
  expect(lines.length).toBe(operations.length + 2);
  expect(lines).toContain("| End a call (`calls.end`) | ✓ | of campaigns | ✓ |  |");
});
