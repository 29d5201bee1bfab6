import { expect, test } from "vitest";
import { describe, driftMessage } from "./drift";

test("a word that nobody documented is reported as any text of the platform is", () => {
  const of = (came: string) => driftMessage({ kind: "unknown-word", path: "status", came });
  expect(of("\u202edne")).toBe("says “[U+202E]dne”, a word outside the API documentation.");
  expect(of("W".repeat(200_000)).length).toBeLessThan(10_100);
});

test("what came in a field is reported as such a text too, and no character is cut in half", () => {
  const of = (came: string) => driftMessage({ kind: "unknown-field", path: "note", came });
  expect(of(describe("half \ud83d"))).toBe(
    "came as string half [U+D83D]. The API documentation does not list this field.",
  );
  expect(describe(`${"x".repeat(59)}👩 and more`)).toBe(`string ${"x".repeat(59)}👩`);
});
