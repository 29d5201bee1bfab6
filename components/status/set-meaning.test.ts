import { expect, test } from "vitest";
import { readMeaning, setMeaningHref, setMeaningText } from "./set-meaning";

test("readMeaning restores any word from its URL", () => {
  for (const word of ["failed", "a.b.c", "läuft / schnell", "100%", "%2E", "a&b=c#d", "two\nlines"])
    for (const field of ["status", "progress.state", "50%2E"]) {
      const { searchParams, pathname } = new URL(
        setMeaningHref({ resource: "webhook-logs", field, word }),
        "https://x.example",
      );
      expect(readMeaning(searchParams.get("meaning") ?? undefined)).toEqual({ resource: "webhook-logs", field, word });
      expect(pathname).toBe("/settings/platform/unknown");
    }
});

test("setMeaningText keeps an ordinary word readable", () => {
  expect(setMeaningText({ resource: "calls", field: "status", word: "failed" })).toBe("calls.status.failed");
});

test("readMeaning returns undefined when a part is missing", () => {
  for (const text of [undefined, "", "calls", "calls.status", "calls.status.", ".status.x", "calls..x"])
    expect(readMeaning(text)).toBeUndefined();
});
