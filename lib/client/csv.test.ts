import { expect, test } from "vitest";
import { csvCell, csvOf, phoneCell } from "./csv";

test("text that would run as a formula does not", () => {
  for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1", "＋1", "－1", "＠x", "  =1"])
    expect(csvCell(text).replace(/^"/, "").startsWith("'")).toBe(true);
  expect(csvCell("a=b")).toBe("a=b");
  expect(csvCell(-1)).toBe("-1");
});

test("quotes, commas, line ends and outer blanks are quoted", () => {
  expect(
    csvOf(
      ["a", "b"],
      [
        ['say "x"', "1,2"],
        ["two\nlines", " edge "],
        [null, undefined],
      ],
    ),
  ).toBe('a,b\r\n"say ""x""","1,2"\r\n"two\nlines"," edge "\r\n,\r\n');
});

test("a phone number keeps its plus and all its digits, and no apostrophe", () => {
  expect(csvCell(phoneCell("+447911123456"))).toBe("+44 7911123456");
  expect(csvCell(phoneCell("+12125550142"))).toBe("+1 2125550142");
  expect(csvCell(phoneCell("+3531234567"))).toBe("+353 1234567");
  expect(csvCell(phoneCell("+44 (0) 20"))).toBe("'+44 (0) 20");
});
