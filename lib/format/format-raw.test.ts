import { expect, test } from "vitest";
import { formatRaw, visibleControls } from "./format-raw";

test("what turns a text around or shows nothing is shown as its code point", () => {
  expect(visibleControls("slawener \u202effirat\u202c")).toBe("slawener [U+202E]ffirat[U+202C]");
  expect(visibleControls("\u2066\u0000\u009b")).toBe("[U+2066][U+0000][U+009B]");
  expect(visibleControls("half \ud83d of 👩")).toBe("half [U+D83D] of 👩");
});

test("a text of nothing but spaces can be seen as one", () => {
  expect(["", "  ", " x "].map(formatRaw)).toEqual(["“”", "“  ”", " x "]);
});

test("a word that no line can hold is cut where nobody reads on, and says by how much", () => {
  const [longest, rest] = ["👩".repeat(10_000), "W".repeat(990_000)];
  expect(visibleControls(`so ${longest} it is`)).toBe(`so ${longest} it is`);
  expect(formatRaw(`so ${longest}${rest} it is`)).toBe(`so ${longest}… (990,000 more characters) it is`);
});

test("every other text stays as it is, with its lines, tabs and joined signs", () => {
  const text = "Zählerstände\r\n\tשלום 👩‍👧 naïve";
  expect(visibleControls(text)).toBe(text);
});
