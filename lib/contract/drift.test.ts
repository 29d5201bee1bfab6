import { expect, test } from "vitest";
import { driftMessage } from "./drift";

test("a word that nobody documented is told as any text of the platform is", () => {
  const of = (came: string) => driftMessage({ kind: "unknown-word", path: "status", came });
  expect(of("\u202edne")).toBe("says “[U+202E]dne”, a word outside the API documentation.");
  expect(of("W".repeat(200_000)).length).toBeLessThan(10_100);
});
