import { expect, test } from "vitest";
import { formatRaw, shortenId, visibleControls } from "./format-raw";

test("shows invisible and bidirectional characters as code points", () => {
  expect(visibleControls("slawener \u202effirat\u202c")).toBe("slawener [U+202E]ffirat[U+202C]");
  expect(visibleControls("\u2066\u0000\u009b")).toBe("[U+2066][U+0000][U+009B]");
  expect(visibleControls("half \ud83d of 👩")).toBe("half [U+D83D] of 👩");
});

test("puts blank text in quotation marks", () => {
  expect(["", "  ", " x "].map(formatRaw)).toEqual(["“”", "“  ”", " x "]);
});

test("cuts an endless word and says how many characters are missing", () => {
  const [longest, rest] = ["👩".repeat(10_000), "W".repeat(990_000)];
  expect(visibleControls(`so ${longest} it is`)).toBe(`so ${longest} it is`);
  expect(formatRaw(`so ${longest}${rest} it is`)).toBe(`so ${longest}… (990,000 more characters) it is`);
});

test("leaves all other text unchanged, with its lines, tabs and joined emoji", () => {
  const text = "Zählerstände\r\n\tשלום 👩‍👧 naïve";
  expect(visibleControls(text)).toBe(text);
});

test("shows a masked ID without the sealed part that its links carry", () => {
  const id = "d_4930•••0041_1~Kx8dPq2rT7uVw0yZaBcDeFgH";
  expect([visibleControls(`see ${id}.`), shortenId(id), visibleControls(formatRaw({ id }))]).toEqual([
    "see d_4930•••0041_1.",
    "d_4930•••0041_1",
    '{"id":"d_4930•••0041_1"}',
  ]);
});
