import { expect, test } from "vitest";
import type { Preview, Report } from "@/lib/contacts/engine";
import { type Plan, plainRules } from "@/lib/contacts/plan";
import { changed, type ImportState, noImport } from "./import-state";

const format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true } as const;
const preview: Preview = {
  columns: [],
  rows: [],
  mapping: { phone: 0, name: [1] },
  isCertain: true,
  guessed: { phone: false, name: false },
  usual: { surplus: 0, isSpaced: false },
  doubts: [],
  hiddenRows: 0,
};
const file = { step: "open", file: new File(["x"], "a.csv"), format, preview, isLooking: false } as const;
const open: ImportState = changed(noImport, { kind: "looked", file });
const planned = (state: ImportState, rules: Partial<Plan["rules"]>) =>
  changed(state, {
    kind: "planned",
    plan: { ...(state.plan ?? never()), rules: { ...plainRules, ...rules } },
    done: Object.keys(rules).join(),
    isTyped: false,
  });
const never = (): never => {
  throw new Error("There is a plan.");
};

test("every decision can be taken back, one by one, the last one first", () => {
  const one = planned(open, { addsPlus: true });
  const two = planned(one, { country: "GB" });
  const back = changed(two, { kind: "undone" });
  expect(back.plan).toBe(one.plan);
  expect(changed(back, { kind: "undone" }).plan).toBe(open.plan);
  expect(changed(open, { kind: "undone" })).toBe(open);
  expect(two.past.map(({ done }) => done)).toEqual(["addsPlus", "country"]);
});

test("other columns begin with nothing to take back, and checking again is nothing to take back", () => {
  const decided = planned(open, { country: "GB" });
  const matched = changed(decided, { kind: "matched", plan: { ...(decided.plan ?? never()), edits: new Map() } });
  expect(matched.past).toEqual([]);
  const again = changed(decided, { kind: "again" });
  expect(again.past).toBe(decided.past);
  expect(again.plan).toEqual(decided.plan);
  expect(again.plan).not.toBe(decided.plan);
});

test("a new reading of the file keeps the rules and forgets what was typed over rows", () => {
  const typed = changed(planned(open, { country: "GB" }), {
    kind: "planned",
    plan: { ...(open.plan ?? never()), rules: { ...plainRules, country: "GB" }, edits: new Map([[2, { name: "A" }]]) },
    done: "row 2",
    isTyped: true,
  });
  const again = changed(typed, { kind: "looked", file: { ...file, format: { ...format, delimiter: ";" } } });
  expect(again.plan).toMatchObject({ rules: { country: "GB" }, format: { delimiter: ";" } });
  expect(again.plan?.edits.size).toBe(0);
  expect(again.past).toEqual([]);
});

test("another file begins with nothing decided", () => {
  const next = changed(planned(open, { country: "GB" }), {
    kind: "file",
    file: { step: "opening", file: file.file, progress: undefined },
  });
  expect(next.plan).toBeUndefined();
});

test("what a check found stays until another one ends, and a failed one says why", () => {
  const report = { rows: 3 } as Report;
  const checked = changed(open, { kind: "checked", plan: open.plan ?? never(), report });
  const failed = changed(planned(checked, { country: "GB" }), { kind: "failed", sentence: "Stopped." });
  expect(failed).toMatchObject({ checked: { report }, failure: "Stopped." });
});
