import { expect, test } from "vitest";
import { forgetDrafts, forgetStrayDrafts, hasDrafts, keepDraftFile, keepDraftWork, readDraft } from "./draft";
import { type Plan, plainRules } from "./plan";

const plan: Plan = {
  format: { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true },
  mapping: { phone: 0, name: [] },
  rules: plainRules,
  edits: new Map(),
};
const owner = { personId: "u", campaign_id: "c" };

// Node has no IndexedDB, and a browser without storage refuses it with an exception, too.
test("stores nothing and deletes without an error when the browser refuses storage", async () => {
  expect(await keepDraftFile(owner, { id: "d", file: new File(["+447911012345"], "list.csv") })).toBe(false);
  expect(await keepDraftWork(owner, { id: "d", plan, sheet: undefined })).toBe(false);
  expect(await readDraft(owner)).toBeUndefined();
  expect(await hasDrafts()).toBe(false);
  await forgetDrafts();
  await forgetStrayDrafts("u");
});
