import { createHash } from "node:crypto";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { csvCell } from "@/lib/format/csv";
import {
  bytesOf,
  checkedFile,
  checkedText,
  number,
  reportIn,
  viewsOf,
  writtenText,
} from "@/lib/testing/contacts/checked-file";

const payloads = [
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(1)",
  '=HYPERLINK("http://x","y")',
  "=cmd|' /C calc'!A0",
  "\t=1",
  "\r=1",
  " =1",
  "\n=1",
  "＝1",
  "＋1",
  "－1",
  "＠x",
  "\u00a0=1",
  "\x07=1",
  "\u200b=1",
  "x;=1+1",
  "x\n\u200b=1+1",
  "x;\t+cmd|' /C calc'!A0",
];

test("writes the header, plain numbers and names with only the necessary quotation marks", async () => {
  const checked = await checkedText(
    `city;name;phone\nBath;"Lee; Ann";${number(1)}\nEly;"Bob ""B"", Jr";+44 7911 010002\nRye;"C\nD";${number(1)}\n;;\n`,
  );
  const { text, rows, sha256, file } = await writtenText(checked, "sent");
  expect(text).toBe(`phone_number,name\r\n${number(1)},Lee; Ann\r\n${number(2)},"Bob ""B"", Jr"\r\n`);
  expect(rows).toBe(2);
  expect(file).toMatchObject({ name: "list.csv", type: "text/csv" });
  expect(sha256).toBe(createHash("sha256").update(text).digest("hex"));
});

test("writes rows to fix in the file's order with their own columns, problem and suggestion", async () => {
  const checked = await checkedText(
    `id,phone,name\n7,447911123456,Ann\n8,${number(1)},Bob\n9,,Cat\n10,${number(2)},Dee,x,y\n`,
  );
  const { text, file } = await writtenText(checked, "toFix");
  expect(file.name).toBe("list to fix.csv");
  expect(text).toBe(
    [
      "\ufeffid,phone,name,row,problem,suggestion",
      "7,447911123456,Ann,2,The number starts with a country code but has no plus.,+44 7911123456",
      '9,,Cat,4,"The number is missing. Type it, or leave the row out.",',
      `10,+44 ${number(2).slice(3)},Dee,5,This row has 5 cells and the header has 3. Type its number and name here.,,x,y`,
      "",
    ].join("\r\n"),
  );
});

test("reads a problem file back with the same columns, numbers and names", async () => {
  const names = [...payloads, "José", 'Bob "B", Jr', "'t Hart", "Ann"];
  const rows = names.map((name, index) => `${Papa.unparse([[`4479110${10_000 + index}`, name, `+44 ${index}`]])}`);
  const first = await checkedText(`phone_number,name,note\n${rows.join("\n")}\n`);
  expect(first.report.counts).toMatchObject({ toFix: names.length, sent: 0 });
  const written = await writtenText(first, "toFix");

  const again = await checkedFile(written.file);
  expect(again.opened.kind === "text" && again.opened.preview.mapping).toEqual({ phone: 0, name: [1] });
  const [before, after] = [await viewsOf(first), await viewsOf(again)];
  expect(after.map(({ rowStatus, suggestion }) => [rowStatus, suggestion])).toEqual(
    before.map(({ rowStatus, suggestion }) => [rowStatus, suggestion]),
  );

  expect((await writtenText(again, "toFix")).text.split("\r\n")[0]).toBe(
    "\ufeffphone_number,name,note,row,problem,suggestion",
  );

  const [sentBefore, sentAfter] = await Promise.all(
    [first, again].map(async (checked) => {
      const { plan, engine } = checked;
      const found = await engine.check(
        { ...plan, rules: { ...plan.rules, usesSuggestions: ["plus_missing"] } },
        () => undefined,
      );
      return writtenText({ ...checked, report: reportIn(found) }, "sent");
    }),
  );
  expect(sentAfter?.text).toBe(sentBefore?.text);
  expect(sentAfter?.rows).toBe(names.length);
});

test.for([
  ["phone_number,name,problem,row", ["asked twice", "17"]],
  ["phone_number,name,row,problem,suggestion,note", ["17", "asked twice", "ring later", "x"]],
  ["phone_number,name,problem,suggestion,row", ["asked twice", "ring later", "17"]],
  ["phone_number,name,suggestion", ["+44 7911123456;+44 7911123457 (home)"]],
] as const)("keeps the list's own columns when they are named like ours: %s", async ([header, values]) => {
  const first = await checkedText(`${header}\n${Papa.unparse([["447911123456", "Ann", ...values]])}\n`);
  const { file } = await writtenText(first, "toFix");
  const again = await checkedFile(file);
  const { text } = await writtenText(again, "toFix");
  for (const written of [await file.text(), text.slice(1)])
    expect(
      written
        .split("\r\n")
        .slice(0, 2)
        .map((line) => Papa.parse<string[]>(line, { delimiter: "," }).data[0]),
    ).toEqual([
      [...header.split(","), "row", "problem", "suggestion"],
      ["447911123456", "Ann", ...values.map(guardedValue), "2", expect.any(String), "+44 7911123456"],
    ]);
});

const guardedValue = (value: string) => csvCell(value).replace(/^"|"$/g, "");

test("maps the columns of a problem file as those of its list when their names are unknown", async () => {
  const rows = Array.from({ length: 9 }, (_, index) => `4479110${10_000 + index},Ann Lee,Leeds 1`);
  const first = await checkedText(`a,b,c\n${rows.join("\n")}\n`);
  const { file } = await writtenText(first, "toFix");
  expect((await checkedFile(file)).plan.mapping).toEqual(first.plan.mapping);
  expect(first.plan.mapping).toEqual({ phone: 0, name: [1] });
});

test("writes no cell that begins a formula", async () => {
  const rows = payloads.map((payload) => Papa.unparse([["", payload, payload]]));
  const checked = await checkedText(`phone_number,name,note\n${rows.join("\n")}\n`);
  for (const kind of ["toFix", "notSent"] as const) {
    const { text } = await writtenText(checked, kind);
    const cells = (Papa.parse<string[]>(text.slice(1)).data.slice(1) as string[][]).flat();
    const starts = cells.flatMap((cell) => cell.split(/[;\t\r\n]/));
    const isFormula = /^[\p{Cc}\p{Cf}\s]*[=+\-@＝＋－＠]/u;
    expect(starts.filter((text) => isFormula.test(text) && !/^\+\d+ \d+$/.test(text))).toEqual([]);
  }
});

test("omits a NUL from the problem file, which would make it look binary", async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => `${number(index)},Name ${index}`);
  const first = await checkedText(`phone_number,name\n${rows.join("\n")}\n4479119999,\0=1+1\n`);
  const again = await checkedFile((await writtenText(first, "toFix")).file);
  expect((await viewsOf(again)).map(({ name }) => name)).toEqual(["'=1+1"]);
});

test("writes the edited values of a row", async () => {
  const edits = new Map([
    [2, { phone: number(5) }],
    [3, { phone: "still wrong", name: "=typed" }],
    [4, { isLeftOut: true }],
  ]);
  const checked = await checkedText(`phone_number,name\nx,A\ny,B\n${number(1)},C\n`, { edits });
  expect((await writtenText(checked, "sent")).text).toBe(`phone_number,name\r\n${number(5)},A\r\n`);
  const { text } = await writtenText(checked, "notSent");
  expect(text).toContain("still wrong,'=typed,3,");
  expect(text).toContain("C,4,You left this row out.,");
});

test.for([
  ["windows-1252", ";", "Lefèvre"],
  ["utf-16le", "\t", "Łukasz"],
  ["shift_jis", ",", "山田太郎"],
  ["utf-8", "|", "Łukasz"],
] as const)("writes rows left out in the list's own encoding %s and separator", async ([encoding, delimiter, name]) => {
  const lines = [
    ["phone_number", "name", "note"],
    [number(1), name, `"a${delimiter}b"`],
    [number(1), name, `"a${delimiter}b"`],
    ["n/a", name, "c"],
  ];
  const text = lines.map((cells) => cells.join(delimiter)).join("\r\n");
  const isMarked = encoding.startsWith("utf-");
  const bytes = bytesOf(text, encoding, { mark: isMarked });
  const format = { encoding, delimiter, skippedRows: 0, hasHeader: true };
  const checked = await checkedFile(new File([bytes], "list.csv"), { format });
  const written = await writtenText(checked, "notSent", { encoding });
  expect(written.text.startsWith("\ufeff")).toBe(isMarked);
  const { data } = Papa.parse<string[]>(written.text.replace("\ufeff", "").trimEnd(), { delimiter });
  expect(data.map((cells) => cells.slice(0, 4))).toEqual([
    ["phone_number", "name", "note", "row"],
    [expect.stringContaining("79110"), name, `a${delimiter}b`, "3"],
    ["n/a", name, "c", "4"],
  ]);
  expect(data[1]?.[4]).toBe("Row 2 has the same number and is uploaded.");
});

test("writes UTF-8 when somebody typed a letter that the list's encoding lacks", async () => {
  const file = new File([bytesOf(`phone;name\r\nx;Jos\u00e9\r\n`, "windows-1252")], "list.csv");
  const format = { encoding: "windows-1252", delimiter: ";", skippedRows: 0, hasHeader: true } as const;
  const checked = await checkedFile(file, { format, edits: new Map([[2, { name: "Łukasz" }]]) });
  expect((await writtenText(checked, "toFix")).text).toMatch(/^\ufeffphone;name;row;problem;suggestion\r\nx;Łukasz;2;/);
});

test("writes rows that the platform rejected, with its reason", async () => {
  const checked = await checkedText(`phone_number,name\n${number(1)},A\n${number(2)},B\n`);
  const { text, rows } = await writtenText(checked, "notSent", { rejected: new Map([[3, "blocked by carrier"]]) });
  expect(rows).toBe(1);
  expect(text).toContain("B,3,blocked by carrier,");
});
