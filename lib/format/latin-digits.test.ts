import { expect, test } from "vitest";
import { latinDigits } from "./latin-digits";

test.each([
  "０１２３４５６７８９",
  "٠١٢٣٤٥٦٧٨٩",
  "۰۱۲۳۴۵۶۷۸۹",
  "०१२३४५६७८९",
  "๐๑๒๓๔๕๖๗๘๙",
  "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
  "𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙",
  "0123456789",
])("reads the digits %s", (digits) => {
  expect(latinDigits(`a ${digits}`)).toBe("a 0123456789");
});

test("reads every decimal digit of Unicode as one digit", () => {
  const all = Array.from({ length: 0x20_000 }, (_, code) => String.fromCodePoint(code)).filter((sign) =>
    /\p{Nd}/u.test(sign),
  );
  expect(all.length).toBeGreaterThan(600);
  expect(all.filter((sign) => !/^[0-9]$/.test(latinDigits(sign)))).toEqual([]);
});
