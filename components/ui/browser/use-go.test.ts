import { expect, test } from "vitest";
import { isPlainClick } from "@/components/ui/browser/use-go";

const plain = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test("isPlainClick is true for a left click without modifier keys", () => {
  expect(isPlainClick(plain)).toBe(true);
});

test("isPlainClick is false for a middle click or with a modifier key", () => {
  for (const part of [{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])
    expect(isPlainClick({ ...plain, ...part })).toBe(false);
});
