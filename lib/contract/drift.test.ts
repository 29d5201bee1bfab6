import { expect, test } from "vitest";
import { describeValue, driftMessage } from "./drift";

test("makes control characters visible and shortens an unknown word", () => {
  const messageOf = (came: string) => driftMessage({ kind: "unknown-word", path: "status", came });
  expect(messageOf("\u202edne")).toBe("has the value “[U+202E]dne”, which is not in the API documentation.");
  expect(messageOf("W".repeat(200_000)).length).toBeLessThan(10_100);
});

test("describes a text without splitting a character", () => {
  const messageOf = (came: string) => driftMessage({ kind: "unknown-field", path: "note", came });
  expect(messageOf(describeValue("half \ud83d"))).toBe(
    "was string half [U+D83D]. The API documentation does not list this field.",
  );
  expect(describeValue(`${"x".repeat(59)}👩 and more`)).toBe(`string ${"x".repeat(59)}👩`);
});
