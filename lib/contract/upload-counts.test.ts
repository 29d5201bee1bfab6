import { expect, test } from "vitest";
import { uploadCounts } from "./upload-counts";

test("reads counts by their recognized names, in an envelope or bare, and reports them under those names", () => {
  expect(uploadCounts({ success: true, data: { total_rows: 8, duplicates: 1, accepted: 1, rejected: 6 } })).toEqual({
    accepted: 1,
    rejected: 6,
    duplicates: 1,
    total: 8,
    said: "1 accepted, 6 rejected, 1 duplicate",
  });
  expect(uploadCounts({ imported: "3", errors: 0 })).toEqual({
    accepted: 3,
    rejected: 0,
    said: "3 imported, 0 errors",
  });
  expect(uploadCounts({ invalid_rows: 2, duplicate_rows: 1 })?.said).toBe("2 invalid, 1 duplicate");
});

test("counts a list of rows by its length, beside its own number", () => {
  expect(uploadCounts({ imported: 3, errors: [{ row: 1 }, { row: 2 }] })).toMatchObject({ accepted: 3, rejected: 2 });
  expect(uploadCounts({ failed: 2, errors: [{}, {}, {}] })).toMatchObject({ rejected: 2, said: "2 failed" });
});

test("what is no count is not read as one", () => {
  for (const answer of [
    undefined,
    null,
    "accepted",
    [{ accepted: 1 }],
    { accepted: true },
    { imported: 1_760_000_000 },
    { handled: 3, skipped: 2 },
    { success: true, message: "Taken", total_rows: 3 },
    { accepted: -1 },
    { rows: [{ phone: "1" }] },
  ])
    expect(uploadCounts(answer)).toBeUndefined();
});

test.for([
  [{ added: 395, skipped: 5 }, 395, "395 added"],
  [{ data: { contactsAdded: 12, invalid_contacts: 3 } }, 12, "12 added, 3 invalid"],
  [{ added_count: 7, duplicate_count: 1 }, 7, "7 added, 1 duplicate"],
  [{ number_of_rows_inserted: 2 }, 2, "2 inserted"],
] as const)("reads counts under other names: %j", ([raw, accepted, said]) => {
  expect(uploadCounts(raw)).toMatchObject({ accepted, said });
});

test("takes neither the people of the campaign nor a time for a count of the list", () => {
  expect(uploadCounts({ total_contacts: 1_020, created: 1_764_350_000, updated: 3 })).toBeUndefined();
});
