import { expect, test } from "vitest";
import { isCapped, nextLimit } from "./credentials-screen";
import { firstSentence } from "./credentials-table";

test("nextLimit grows while the page is full or the total is larger", () => {
  expect(nextLimit({ loaded: 50, limit: 50, total: 3 })).toBe(100);
  expect(nextLimit({ loaded: 50, limit: 50, total: 120 })).toBe(120);
  expect(nextLimit({ loaded: 20, limit: 50, total: 120 })).toBe(120);
  expect(nextLimit({ loaded: 12, limit: 50, total: 12 })).toBeUndefined();
  expect(nextLimit({ loaded: 12, limit: 50, total: undefined })).toBeUndefined();
  expect(nextLimit({ loaded: 10_000, limit: 10_000, total: 2_000_000 })).toBeUndefined();
});

test("isCapped detects a platform that returns no more for a larger limit", () => {
  expect(isCapped({ loaded: 20, limit: 120, total: 120 }, 20)).toBe(true);
  expect(isCapped({ loaded: 20, limit: 50, total: 120 }, undefined)).toBe(false);
  expect(isCapped({ loaded: 120, limit: 120, total: 120 }, 50)).toBe(false);
});

test("firstSentence ends at the first sentence, and does not end at a dot inside a word", () => {
  expect(firstSentence("crm.example answered 401. The key was rotated.")).toBe("crm.example answered 401.");
  expect(firstSentence(" no dot ")).toBe("no dot");
  expect(firstSentence(`${"x".repeat(300)}.`)).toHaveLength(201);
});
