import { expect, test } from "vitest";
import { editRow, limits, type Plan, plainRules } from "./plan";

const plan: Plan = {
  format: { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true },
  mapping: { phone: 0, name: [1] },
  rules: plainRules,
  edits: new Map([[7, { phone: "+49301234567" }]]),
};

test("adds an edit to earlier ones without changing the plan itself", () => {
  const next = editRow(plan, 7, { name: "Ada" });
  expect(next?.edits.get(7)).toEqual({ phone: "+49301234567", name: "Ada" });
  expect(plan.edits.get(7)).toEqual({ phone: "+49301234567" });
});

test("removes the mark when a row is put back, but keeps its edited values", () => {
  const out = editRow(plan, 9, { isLeftOut: true });
  expect(out?.edits.get(9)).toEqual({ isLeftOut: true });
  expect(out && editRow(out, 9, { isLeftOut: false })?.edits.has(9)).toBe(false);
  const both = editRow(plan, 7, { isLeftOut: true });
  expect(both && editRow(both, 7, { isLeftOut: false })?.edits.get(7)).toEqual({ phone: "+49301234567" });
});

test("rejects further rows when the maximum is edited, but not rows edited before", () => {
  const full = { ...plan, edits: new Map(Array.from({ length: limits.editedRows }, (_, row) => [row, { name: "x" }])) };
  expect(editRow(full, 5_000, { name: "y" })).toBeUndefined();
  expect(editRow(full, 3, { name: "y" })?.edits.get(3)).toEqual({ name: "y" });
});
