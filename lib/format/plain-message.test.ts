import { expect, test } from "vitest";
import { plainMessage } from "./plain-message";

test("shows control characters, cuts long messages and returns undefined when blank", () => {
  expect(plainMessage(" Paused \u202edeliaf\u0000 ")).toBe("Paused [U+202E]deliaf[U+0000]");
  expect(plainMessage("x".repeat(1_000_000))).toBe(`${"x".repeat(499)}…`);
  for (const none of ["", " ", 7, null, undefined, {}]) expect(plainMessage(none)).toBeUndefined();
});
