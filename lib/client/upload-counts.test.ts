import { expect, test } from "vitest";
import { countWords, uploadCounts } from "./upload-counts";

test("counts are read by any of the usual names, wherever an answer holds them", () => {
  expect(uploadCounts({ data: { total_rows: 8, accepted: 1, rejected: 6, duplicates: 1 } })).toEqual({
    accepted: 1,
    rejected: 6,
    duplicates: 1,
    total: 8,
  });
  expect(uploadCounts({ imported: "3", error_count: 0 })).toEqual({ accepted: 3, rejected: 0 });
  expect(uploadCounts({ result: { summary: { failed: 2 } } })).toEqual({ rejected: 2 });
});

test("what is no count is not read as one", () => {
  for (const answer of [
    undefined,
    "accepted",
    [{ accepted: 1 }],
    { accepted: true },
    { created: 1_760_000_000 },
    { created: "2026-01-02" },
    { message: "Taken", total_rows: 3 },
    { rejected: [{ row: 1 }] },
    { accepted: -1 },
  ])
    expect(uploadCounts(answer)).toBeUndefined();
});

test("an answer that took few of the rows says so in one sentence", () => {
  expect(countWords({ accepted: 1, rejected: 6, duplicates: 1, total: 8 }, 8)).toEqual({
    sentence: "The answer counts 1 accepted, 6 rejected, 1 duplicate; 8 were sent.",
    isShort: true,
  });
});

test("an answer that took everything is no warning", () => {
  expect(countWords({ accepted: 2, rejected: 0 }, 2)).toEqual({
    sentence: "The answer counts 2 accepted, 0 rejected; 2 were sent.",
    isShort: false,
  });
});

test("a difference from what was sent is said", () => {
  expect(countWords({ accepted: 5, total: 5 }, 8)).toEqual({
    sentence: "The answer counts 5 accepted; 8 were sent. It counts 5 in all.",
    isShort: true,
  });
  expect(countWords({ accepted: 5, rejected: 1 }, 8).sentence).toContain("do not add up");
  expect(countWords({ accepted: 5, rejected: 3, duplicates: 2 }, 8).sentence).not.toContain("add up");
});
