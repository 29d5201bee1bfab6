import fc from "fast-check";
import { expect, test } from "vitest";
import { isNameFault, rowStatuses } from "@/lib/contacts/row-status/row-status";
import { checkedText } from "@/lib/testing/contacts/checked-file";
import { readName } from "./name-rules";

const read = (cell: string) => {
  const { name, rowStatus } = readName(cell);
  return { name, rowStatus };
};

test.for([
  "Ann",
  "Ann-Marie O'Neil Jr.",
  "José Ørsted",
  "鈴木 一郎",
  "Jennifer Null",
  "Nilsson",
  "Robert'); DROP TABLE contacts;--",
  "<script>alert(1)</script>",
  "👩‍👩‍👧 Family",
  "محمد‌رضا",
  "X Æ A-12",
  "Ng",
])("accepts %s unchanged", (name) => {
  expect(read(name)).toEqual({ name, rowStatus: "ok" });
});

test.for([
  ["  Ann  ", "Ann"],
  ["Ann   Lee", "Ann Lee"],
  ["Ann\nLee", "Ann Lee"],
  ["Ann\tLee", "Ann Lee"],
  ["Ann\vLee", "Ann Lee"],
  ["Ann\fLee", "Ann Lee"],
  ["Ann\u001dLee", "Ann Lee"],
  ["\u001dAnn\v", "Ann"],
  ["Ann\u200bLee", "AnnLee"],
  ["\u202eAnn\u202c", "Ann"],
  ["\ufeffAnn", "Ann"],
  ["Ann\u0000\u0007", "Ann"],
  ["Jose\u0301", "José"],
  ["Ann\u00a0Lee", "Ann Lee"],
])("tidies %j to %s", ([cell, name]) => {
  expect(read(cell ?? "")).toEqual({ name, rowStatus: "tidied" });
});

test("separates words at a mainframe line break and flags the encoding", () => {
  expect(read("Ann\u0085Lee")).toEqual({ name: "Ann Lee", rowStatus: "encoding" });
});

test.for([
  ["", "name_missing"],
  [" \u200b\t", "name_missing"],
  ["n".repeat(200), "ok"],
  ["n".repeat(201), "name_long"],
  ["é".repeat(201), "name_long"],
  ["JosÃ©", "mojibake"],
  ["O\u00e2\u20ac\u2122Neil", "mojibake"],
  ["Jos?", "encoding"],
  ["Null", "placeholder"],
  ["undefined", "placeholder"],
  ["None", "placeholder"],
  ["NaN", "placeholder"],
  ["true", "placeholder"],
  ["#REF!", "not_a_name"],
  ["{{first_name}}", "not_a_name"],
  ["%FNAME%", "not_a_name"],
  ["[object Object]", "not_a_name"],
  ["ann@example.com", "placeholder"],
  ["https://example.com", "placeholder"],
  ["2024-01-02", "placeholder"],
  ["-", "placeholder"],
  ["O\\'Neil", "quote"],
  ["Jos\ufffd", "encoding"],
  ["=1+1", "formula"],
  ["+cmd|' /C calc'!A0", "formula"],
  ["-2+3", "formula"],
  ["@SUM(A1)", "formula"],
  ["＝1＋1", "formula"],
  ["+44 7911 123456", "name_number"],
  ["07911123456", "name_number"],
])("reads %j as %s", ([cell, rowStatus]) => {
  expect(read(cell ?? "").rowStatus).toBe(rowStatus);
});

test("removes an apostrophe that guards against a formula", () => {
  expect(read("'=1+1")).toEqual({ name: "=1+1", rowStatus: "formula" });
  expect(read("' =1+1").name).toBe("=1+1");
  expect(read("Ann;'=1+1\n'@x").name).toBe("Ann;=1+1 @x");
  expect(read("'\u200c=1+1").name).toBe("\u200c=1+1");
  expect(read("'\tAnn").name).toBe("Ann");
  expect(read("'t Hart; 't Hof").name).toBe("'t Hart; 't Hof");
});

test("keeps letters and signs with single blanks, but no guard after a semicolon", () => {
  const letter = fc.constantFrom("Qz", "zq", "éq", "Łz", "Ж", "鈴 ");
  const word = fc.string({ unit: fc.constantFrom(..."Aqz-'.,\"()&!+"), minLength: 3, maxLength: 8 });
  fc.assert(
    fc.property(letter, fc.array(word, { minLength: 1, maxLength: 4 }), (first, words) => {
      const cell = `${first}${words.join(" ")}`;
      expect(read(cell)).toEqual({ name: cell, rowStatus: "ok" });
      expect(read(`${cell};'=1+1`)).toEqual({ name: `${cell};=1+1`, rowStatus: "tidied" });
    }),
  );
});

test("no doubt about the number takes the place of a name that must be fixed", async () => {
  const faults = rowStatuses.filter(isNameFault);
  expect(faults).toEqual(expect.arrayContaining(["name_missing", "name_long", "not_a_name"]));
  const rows = ["", "{{first_name}}", "N".repeat(201)].map((name) => `+447000000000,${name}`);
  for (const row of rows) {
    const { report } = await checkedText(`phone_number,name\n+447911012345,Ann\n${row}\n`);
    expect([row, report.counts.toFix, report.counts.sent]).toEqual([row, 1, 1]);
  }
});

test.each([
  "Tariq [not provided]",
  "Mira .",
  "Jonas Unknown",
  "Jonas (unbekannt)",
  "Eva Inconnue",
  "No Last Name",
  "Brandt;Hedda;;;",
  "Osei;Tariq;;Dr.;",
])("flags %s, of which a half is no name", (name) => expect(readName(name).rowStatus).toBe("placeholder"));

test.each(["Ann Notley", "J. R. Hartley", "Anna M.", "Nott Robin", "Brandt; Hedda"])("takes %s for a name", (name) =>
  expect(readName(name).rowStatus).toBe("ok"),
);

test.each([
  ["O&#039;Neil Sam", "O'Neil Sam"],
  ["Smith &amp; Sons", "Smith & Sons"],
  ["M&uuml;ller Jan", "Müller Jan"],
  ["&Eacute;mile Fran&ccedil;ois", "Émile François"],
  ["Bj&#xf8;rn &AElig;", "Bjørn Æ"],
])("suggests the letters of %s", (name, repaired) =>
  expect(readName(name)).toMatchObject({ name, rowStatus: "mojibake", repaired }),
);

test.each(["Smith & Sons", "A&B; C", "R&D; Team"])("takes %s as it is written", (name) =>
  expect(readName(name).rowStatus).toBe("ok"),
);

test("flags a name in seven-bit Japanese, whose escapes are no letters", () =>
  expect(readName("\u001b$BEl5~2V;R\u001b(B").rowStatus).toBe("encoding"));
