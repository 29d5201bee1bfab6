import { expect, test } from "vitest";
import { headingOf, orderGroups } from "./report-messages";
import { groupEntries, groupNames } from "./row-status";

test("says that rows are left out when they must be fixed", () => {
  for (const group of groupNames.filter((group) => headingOf(group) === "mustFix")) {
    expect(groupEntries[group].explanation).toMatch(/left out|leave such rows out/);
  }
});

test("writes every explanation in whole sentences", () => {
  for (const group of groupNames) expect(groupEntries[group].explanation).toMatch(/^[A-Z].*\.$/);
});

test("sorts groups by heading, then by size", () => {
  const sizes = { ok: 9_000, duplicate: 500, digits: 4, name_number: 80, number_missing: 12 } as const;
  const groups = groupNames.flatMap((group) =>
    group in sizes ? [{ group, count: sizes[group as keyof typeof sizes], examples: [] }] : [],
  );
  expect(orderGroups(groups).map(({ group }) => group)).toEqual([
    ...["number_missing", "digits", "name_number", "ok", "duplicate"],
  ]);
});
