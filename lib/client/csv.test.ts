import { expect, test } from "vitest";
import { csvCell, csvOf } from "./csv";

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
