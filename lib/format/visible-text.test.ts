import { expect, test } from "vitest";
import { hasVisibleText } from "./visible-text";

/** Unicode classes of signs that show nothing on their own, and blanks that Unicode counts among letters and symbols. */
const invisible: Record<string, RegExp> = {
  "a space": /\p{Z}/u,
  "a control character": /\p{Cc}/u,
  "a format character": /\p{Cf}/u,
  "half of a surrogate pair": /\p{Cs}/u,
  "a private-use character": /\p{Co}/u,
  "a code point without a character": /\p{Cn}/u,
  "a combining mark": /\p{M}/u,
  "a default-ignorable code point": /\p{Default_Ignorable_Code_Point}/u,
  "white space": /\p{White_Space}/u,
  "a blank of a script": /[\u2800\u3164\uffa0\u115f\u1160\u{1d159}\u{13441}\u{13442}]/u,
};

const everyCodePoint = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code));

test.each(Object.entries(invisible))("finds nothing visible in %s", (_name, characters) => {
  const found = everyCodePoint.filter((character) => characters.test(character) && hasVisibleText(character.repeat(3)));
  expect(found).toEqual([]);
});

test("finds nothing visible in mixed invisible signs", () => {
  expect(hasVisibleText("\u200b \u2060\u2800\t\u3164\u200f\n\ufeff\u{e0041}\u0301")).toBe(false);
});

test.each(["x", ".", "7", "é", "e\u0301", "お問い合わせ", "طلب العميل", "👍", "👨‍👩‍👧", "\u200bx", "क्षमा", "ㅎ"])(
  "finds visible text in %s",
  (text) => {
    expect(hasVisibleText(text)).toBe(true);
  },
);
