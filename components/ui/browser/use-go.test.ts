import { expect, test } from "vitest";
import { isPlainClick } from "@/components/ui/browser/use-go";

const plain = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test("a left click without a key held is plain", () => {
  expect(isPlainClick(plain)).toBe(true);
});

test("a middle click, or one with a key held, is left to the browser", () => {
  for (const part of [{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])
    expect(isPlainClick({ ...plain, ...part })).toBe(false);
});
