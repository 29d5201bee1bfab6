import { expect, test } from "vitest";
import { readMeaning, setMeaningHref, setMeaningText } from "./set-meaning";

test("a word of any kind comes back from the address it was put into", () => {
  for (const word of ["failed", "a.b.c", "läuft / schnell", "100%", "%2E", "a&b=c#d", "two\nlines"])
    for (const field of ["status", "progress.state", "50%2E"]) {
      const { searchParams, pathname } = new URL(
        setMeaningHref({ resource: "webhook-logs", field, word }),
        "https://x.example",
      );
      expect(readMeaning(searchParams.get("meaning") ?? undefined)).toEqual({ resource: "webhook-logs", field, word });
      expect(pathname).toBe("/settings/meanings");
    }
});

test("an ordinary word reads plainly in the address", () => {
  expect(setMeaningText({ resource: "calls", field: "status", word: "failed" })).toBe("calls.status.failed");
});

test("an address that lacks a part fills nothing in", () => {
  for (const text of [undefined, "", "calls", "calls.status", "calls.status.", ".status.x", "calls..x"])
    expect(readMeaning(text)).toBeUndefined();
});
