import { expect, test } from "vitest";
import type { Report } from "@/lib/contacts/engine";
import { limits } from "@/lib/contacts/limits";
import type { Rules } from "@/lib/contacts/plan";
import { openFile } from "@/lib/testing/components/open-file";
import { applyDecision, type Decision, newlyOpened, type OpenList } from "./open-list";

const open = newlyOpened(openFile, undefined);
const after = (list: OpenList, ...decisions: Decision[]) => decisions.reduce(applyDecision, list);
const ruled = (list: OpenList, rules: Partial<Rules>) => after(list, { kind: "ruled", rules });
const edited = (list: OpenList, row: number) => after(list, { kind: "edited", row, change: { name: "A" } });
const undone = (list: OpenList) => after(list, { kind: "undone" });

test("undo reverts decisions one by one, latest first", () => {
  const one = ruled(open, { usesSuggestions: ["plus_missing"] });
  const two = ruled(one, { country: "GB" });
  const three = edited(two, 2_000);
  const back = undone(undone(three));
  expect(back.plan).toBe(one.plan);
  expect(undone(back).plan).toBe(open.plan);
  expect(undone(open)).toBe(open);
});

test("undo triggers a recheck when the undone decision was not checked yet", () => {
  const { plan } = open;
  const checked = { plan, report: { rows: 3 } as Report };
  const back = undone(ruled({ ...open, checked }, { usesSuggestions: ["plus_missing"] }));
  expect(back).toMatchObject({ plan, checked, undoStack: [] });
  expect(back.plan).not.toBe(back.checked?.plan);
});

test("edits of rows accumulate and are rejected beyond the limit", () => {
  const two = after(
    open,
    { kind: "edited", row: 2, change: { phone: "+1" } },
    { kind: "edited", row: 2, change: { name: "A" } },
  );
  expect(two).toMatchObject({ isTyped: true, plan: { edits: new Map([[2, { phone: "+1", name: "A" }]]) } });
  const full = Array.from({ length: limits.editedRows }, (_, row) => row).reduce(edited, open);
  expect(edited(full, limits.editedRows)).toBe(full);
});

test("a row that is put back keeps its edited values", () => {
  const mark = (isLeftOut: boolean) => ({ kind: "edited", row: 2, change: { isLeftOut } }) as const;
  expect(after(open, mark(true), mark(false)).plan.edits.size).toBe(0);
  expect(after(edited(open, 2), mark(true), mark(false)).plan.edits.get(2)).toEqual({ name: "A" });
});

test("a new mapping keeps edits of unchanged columns and can be undone", () => {
  const typed = after(
    open,
    { kind: "edited", row: 2, change: { phone: "+1", name: "A" } },
    { kind: "edited", row: 3, change: { name: "B" } },
    { kind: "edited", row: 4, change: { isLeftOut: true } },
  );
  const editsAfter = (decision: Decision) => [...after(typed, decision).plan.edits];
  const leftOut = [4, { isLeftOut: true }];
  const twoNames = { kind: "mapped", mapping: { phone: 0, name: [1, 2] } } as const;
  expect(editsAfter(twoNames)).toEqual([[2, { phone: "+1" }], leftOut]);
  expect(editsAfter({ kind: "nameless" })).toEqual([[2, { phone: "+1" }], leftOut]);
  expect(editsAfter({ kind: "mapped", mapping: { phone: 2, name: [1] } })).toEqual([
    [2, { name: "A" }],
    [3, { name: "B" }],
    leftOut,
  ]);
  expect(undone(after(typed, twoNames)).plan).toBe(typed.plan);
  expect(after(open, twoNames).undoStack).toEqual([]);
});

test("numbers are used as names only until a name column is mapped", () => {
  const nameless = after(open, { kind: "nameless" });
  expect(nameless.plan).toMatchObject({ mapping: { name: [] }, rules: { emptyName: "number" } });
  const named = after(nameless, { kind: "mapped", mapping: { phone: 0, name: [1] } });
  expect(named.plan.rules.emptyName).toBe("error");
});
