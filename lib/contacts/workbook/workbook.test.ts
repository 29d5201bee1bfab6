import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { Problem } from "@/lib/contract/problem";
import {
  type CellInput,
  makeWorkbook,
  makeZip,
  relations,
  rowsXml,
  type SheetInput,
  stringsXml,
  workbookParts,
} from "@/lib/testing/contacts/make-workbook";
import { runs } from "@/lib/testing/runs";
import { maxStrings } from "./shared-strings";
import { openWorkbook } from "./workbook";

const readOptions = () => ({ onProgress: () => {}, signal: new AbortController().signal });

const open = (file: Blob) => openWorkbook(file, readOptions());

async function csvOf(file: Blob, sheet = 0) {
  const book = await open(file);
  return (await book.toCsv(sheet, readOptions())).text.text();
}

const csvOfRows = async (rows: SheetInput["rows"]) => csvOf(await makeWorkbook([{ name: "A", rows }]));

const csvOfXml = async (xml: string) => csvOf(await makeWorkbook([{ name: "A", rows: [], xml: rowsXml(xml) }]));

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: unknown) => (error instanceof Problem ? error.message : `not a Problem: ${error}`),
  );

const damagedMessage = "This workbook is damaged. Open it in Excel, save it again, and choose the new file.";

test("keeps commas, quotation marks and leading signs of texts, and writes line breaks as tabs", async () => {
  const rows = [
    ["phone_number", "name"],
    ["+4420", 'Ann, "the" B\nC'],
    ["=1+1", "@x & <y>"],
  ];
  expect(await csvOfRows(rows)).toBe('phone_number,name\n+4420,"Ann, ""the"" B\tC"\n=1+1,@x & <y>\n');
});

test("keeps the row numbers of the sheet when rows and cells are missing", async () => {
  const rows = [[], ["a", null, "c"], [], [], [null, "b"], [null, null, ""], []];
  expect(await csvOfRows(rows)).toBe("\na,,c\n\n\n,b,\n");
});

test("places cells and rows without a reference after the previous one", async () => {
  const xml =
    '<row><c><v>1</v></c><c r="C1"><v>3</v></c><c><v>4</v></c></row><row r="3"><c t="str"><f>"x"</f><v>x</v></c></row>';
  expect(await csvOfXml(xml)).toBe("1,,3,4\n\nx,,,\n");
});

test("reads formula results, booleans, errors and ISO dates as shown", async () => {
  const xml =
    '<row><c t="str"><f>A1&amp;"b"</f><v>ab_x000D_</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2026-03-04</v></c><c><f>1+1</f><v>2</v></c></row>';
  expect(await csvOfXml(xml)).toBe("ab\t,TRUE,FALSE,#N/A,2026-03-04,2\n");
});

test("joins the runs of a rich text and omits its pronunciation", async () => {
  const cells: CellInput[] = [{ xml: '<c t="s"><v>0</v></c>' }, { xml: '<c t="s"><v>1</v></c>' }];
  const rich = '<r><rPr><b/></rPr><t xml:space="preserve">Ann </t></r><r><t><![CDATA[B]]>ell</t></r>';
  const japanese = '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>';
  const parts = workbookParts([{ name: "A", rows: [cells] }]);
  const file = await makeZip({ ...parts, "xl/sharedStrings.xml": stringsXml([rich, japanese]) });
  expect(await csvOf(file)).toBe("Ann Bell,東京\n");
});

test("ignores elements outside of the rows", async () => {
  const xml = `<worksheet><cols><col r="1"/></cols><sheetData><row r="1"><c r="A1"><v>1</v><extLst><t>no</t></extLst></c></row></sheetData><row><c r="A9"><v>9</v></c></row></worksheet>`;
  expect(await csvOf(await makeWorkbook([{ name: "A", rows: [], xml }]))).toBe("1\n");
});

test("lists sheets in order, including hidden ones", async () => {
  const file = await makeWorkbook([
    { name: "Old & gone", state: "veryHidden", rows: [["x"]] },
    { name: "Draft", state: "hidden", rows: [["y"]] },
    { name: "List", rows: [["z"]] },
  ]);
  const book = await open(file);
  expect(book.sheets).toEqual([
    { name: "Old & gone", visibility: "veryHidden" },
    { name: "Draft", visibility: "hidden" },
    { name: "List", visibility: "visible" },
  ]);
  expect(await csvOf(file, 1)).toBe("y\n");
  expect(await csvOf(file, 2)).toBe("z\n");
});

test("omits sheets that hold a chart", async () => {
  const parts = workbookParts([
    { name: "Chart", rows: [] },
    { name: "List", rows: [["z"]] },
  ]);
  const rels = relations([
    ["chartsheet", "chartsheets/sheet1.xml"],
    ["worksheet", "worksheets/sheet2.xml"],
    ["sharedStrings", "sharedStrings.xml"],
  ]);
  const file = await makeZip({ ...parts, "xl/_rels/workbook.xml.rels": rels });
  expect((await open(file)).sheets).toEqual([{ name: "List", visibility: "visible" }]);
  expect(await csvOf(file)).toBe("z\n");
});

test("reads other prefixes, absolute targets and the strict form of the standard", async () => {
  const strict = "http://purl.oclc.org/ooxml/officeDocument/relationships";
  const rel = (id: string, type: string, target: string) =>
    `<p:Relationship Target="${target}" Type="${strict}/${type}" Id="${id}"/>`;
  const file = await makeZip({
    "_rels/.rels": `<p:Relationships xmlns:p="p">${rel("a", "officeDocument", "/XL/book.xml")}</p:Relationships>`,
    "xl/book.xml": `\ufeff<x:workbook xmlns:x="x" xmlns:q="q"><x:sheets><x:sheet name="A" sheetId="9" q:id="b"/></x:sheets></x:workbook>`,
    "xl/_rels/book.xml.rels": `<p:Relationships xmlns:p="p">${rel("b", "worksheet", "/xl/worksheets/sheet1.xml")}${rel("c", "sharedStrings", "../xl/./texts.xml")}</p:Relationships>`,
    "xl/worksheets/sheet1.xml": `<x:worksheet xmlns:x="x"><x:sheetData><x:row r="1" spans="1:2"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="AA1"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    "xl/texts.xml": `<x:sst xmlns:x="x"><x:si><x:t>Zoë</x:t></x:si></x:sst>`,
  });
  expect(await csvOf(file)).toBe(`Zoë${",".repeat(26)}5\n`);
});

test("ends its progress with all bytes and all rows", async () => {
  const book = await open(await makeWorkbook([{ name: "A", rows: [["a"], ["b"]] }]));
  let last: number[] = [];
  const onProgress = (...now: number[]) => {
    last = now;
  };
  await book.toCsv(0, { ...readOptions(), onProgress });
  expect(last[0]).toBe(last[1]);
  expect(last[2]).toBe(2);
});

test("stops soon after an abort, and can read again", async () => {
  const rows = Array.from({ length: 150_000 }, (_, index) => [index, `n${index}`, index * 7]);
  const book = await open(await makeWorkbook([{ name: "A", rows }], { texts: "inline" }));
  for (let turn = 0; turn < 6; turn += 1) {
    const controller = new AbortController();
    const reading = book.toCsv(0, { onProgress: () => {}, signal: controller.signal });
    setTimeout(() => controller.abort(), 60);
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
  }
  expect((await book.toCsv(0, readOptions())).text.size).toBeGreaterThan(0);
});

test("reports damage wherever a workbook breaks, and never hangs", async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => [index * 7919, `name ${index * 104729}`]);
  const file = await makeWorkbook([{ name: "A", rows }]);
  const whole = new Uint8Array(await file.arrayBuffer());
  const right = await csvOf(file);
  expect(await failureOf(csvOf(file.slice(0, file.size / 2)))).toBe(damagedMessage);
  for (let index = 40; index < whole.length; index += 997) {
    const bytes = whole.slice();
    bytes[index] = (bytes[index] ?? 0) ^ 0xff;
    const outcome = await csvOf(new Blob([bytes])).catch((error: unknown) => error);
    if (outcome !== right) expect(outcome).toBeInstanceOf(Problem);
  }
});

test.each([
  ["a document type", '<!DOCTYPE worksheet [<!ENTITY a "b">]><worksheet/>'],
  ["an unknown entity", rowsXml('<row><c t="str"><v>&nbsp;</v></c></row>')],
  ["XML that ends early", "<worksheet><sheetData><row>"],
  ["a text that is not there", rowsXml('<row><c t="s"><v>5</v></c></row>')],
  ["rows that go back", rowsXml('<row r="2"/><row r="2"/>')],
  ["a place that is none", rowsXml('<row><c r="12"><v>5</v></c></row>')],
  ["elements without end", "<a>".repeat(200)],
  ["a text without end", rowsXml(`<row><c><v>${" ".repeat(5_000_000)}</v></c></row>`)],
])("reports damage when a sheet has %s", async (_, xml) => {
  expect(await failureOf(csvOf(await makeWorkbook([{ name: "A", rows: [], xml }])))).toBe(damagedMessage);
});

test("refuses more rows, columns or text than Excel can hold", async () => {
  expect(await failureOf(csvOfXml('<row r="1048577"/>'))).toBe("This sheet has more than 1,048,576 rows.");
  expect(await failureOf(csvOfXml('<row r="1"><c r="XFE1"><v>1</v></c></row>'))).toMatch(/16,384 columns/);
  expect((await csvOfXml('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')).length).toBe(1_048_575 + 16_385);
  const long = Array.from({ length: 1000 }, () => "x".repeat(30_000));
  expect(await failureOf(csvOfRows([long]))).toBe("Row 1 is longer than 16 MB.");
});

test("refuses too many texts, by their declared and by their real number", async () => {
  const withTexts = async (sst: string) =>
    failureOf(csvOf(await makeZip({ ...workbookParts([{ name: "A", rows: [["a"]] }]), "xl/sharedStrings.xml": sst })));
  const message =
    "This workbook contains more than 3,200,000 different texts. Save the sheet as CSV UTF-8 and choose that file.";
  expect(await withTexts('<sst uniqueCount="6000000"><si><t>a</t></si></sst>')).toBe(message);
  expect(await withTexts(`<sst>${"<si/>".repeat(maxStrings + 1)}</sst>`)).toBe(message);
  expect(await withTexts(`<sst uniqueCount="${maxStrings}"><si><t>a</t></si></sst>`)).toBe("no failure");
});

test("refuses a part that unpacks to far more than a list before reading all of it", async () => {
  const padded = `<row x="${"a".repeat(1_000_000)}"><c><v>1</v></c></row>`;
  const file = await makeWorkbook([{ name: "A", rows: [], xml: rowsXml(padded.repeat(100)) }]);
  expect(file.size).toBeLessThan(200_000);
  let read = 0;
  const book = await open(file);
  const onProgress = (now: number) => {
    read = now;
  };
  expect(await failureOf(book.toCsv(0, { ...readOptions(), onProgress }))).toMatch(
    /^This workbook unpacks to far more/,
  );
  expect(read).toBeLessThan(80_000_000);
});

test.each([
  ["far cells", rowsXml('<row><c r="XFD1"><v>1</v></c></row>'.repeat(20_000)), []],
  ["one long text in many cells", rowsXml('<row><c t="s"><v>0</v></c></row>'.repeat(4_000)), ["x".repeat(32_000)]],
])("refuses a workbook of %s before it takes much memory", async (_, xml, texts) => {
  const sheets = ["A", "B"].map((name) => ({ name, rows: [texts], xml }));
  const strings = stringsXml(texts.map((one) => `<t>${one}</t>`));
  const book = await open(await makeZip({ ...workbookParts(sheets), "xl/sharedStrings.xml": strings }));
  expect(await failureOf(book.toCsv(0, readOptions()))).toMatch(/^This workbook unpacks to far more/);
});

const text = fc
  .oneof(fc.string({ unit: "grapheme" }), fc.string(), fc.stringMatching(/^[ ,"\n\r\t_x0-9D=+'-]{0,12}$/))
  .filter((value) => value.isWellFormed());

test("reads any rows back from a workbook, with line breaks as tabs", async () => {
  const grid = fc
    .integer({ min: 1, max: 6 })
    .chain((width) => fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 18 }));
  await fc.assert(
    fc.asyncProperty(grid, fc.constantFrom("shared" as const, "inline" as const), async (rows, texts) => {
      const csv = await csvOf(await makeWorkbook([{ name: "A", rows }], { texts }));
      const read = Papa.parse<string[]>(csv.replace(/\n$/, ""), { delimiter: ",", newline: "\n" }).data;
      const oneLined = rows.map((row) => row.map((cell) => cell.replace(/\r\n?|\n/g, "\t")));
      expect(withoutEmptyEnds(read)).toEqual(withoutEmptyEnds(oneLined));
    }),
    { numRuns: runs(15, 150) },
  );
});

/** Sheets have neither empty cells at the end of a row nor empty rows at the end. */
function withoutEmptyEnds(rows: readonly (readonly string[])[]) {
  const cut = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== "") + 1));
  return cut.slice(0, cut.findLastIndex((row) => row.length > 0) + 1);
}
