import { expect, test } from "vitest";
import { type DriftRow, requestOf, wordBehind } from "./differences-screen";

const row = (given: Partial<DriftRow>): DriftRow => ({
  operation: "webhooks.logs",
  path: "data[].status",
  kind: "unknown-word",
  came: "failed",
  first_seen_at: "2026-11-20T06:00:00Z",
  last_seen_at: "2026-11-20T06:00:00Z",
  times: 3,
  ...given,
});

test("an unknown status word leads to where it is given a meaning", () => {
  expect(wordBehind(row({}))).toEqual({ resource: "webhook-logs", field: "status", word: "failed" });
  expect(wordBehind(row({ operation: "credentials.list", path: "data[].last_sync_status" }))?.resource).toBe(
    "credentials",
  );
});

test("other words, and words that were cut, lead nowhere", () => {
  expect(wordBehind(row({ path: "items[].direction" }))).toBeUndefined();
  expect(wordBehind(row({ kind: "null" }))).toBeUndefined();
  expect(wordBehind(row({ came: "x".repeat(200) }))).toBeUndefined();
  expect(wordBehind(row({ operation: "gone.get" }))).toBeUndefined();
});

test("a row names its request, or its operation where that is no more", () => {
  expect(requestOf(row({}))).toBe("GET /v1/webhooks/logs");
  expect(requestOf(row({ operation: "gone.get" }))).toBe("gone.get");
});
