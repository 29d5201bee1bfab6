import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { makeOds, type OdsCell, type OdsSheet } from "@/lib/testing/contacts/make-ods";
import { makeZip } from "@/lib/testing/contacts/make-workbook";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { openWorkbook } from "./workbook";

const readOptions = () => ({ onProgress: () => {}, signal: new AbortController().signal });

const open = (file: Blob) => openWorkbook(file, readOptions());

async function read(file: Blob, sheet = 0) {
  const { text, hiddenRows, hiddenColumns } = await (await open(file)).toCsv(sheet, readOptions());
  const hidden = [...hiddenRows].flatMap((one, index) => (one ? [index + 1] : []));
  return { csv: await text.text(), hidden, hiddenColumns: [...hiddenColumns] };
}

const csvOf = async (...rows: OdsCell[][]) => (await read(await makeOds([{ name: "A", rows }]))).csv;

const list = [
  ["phone_number", "name"],
  ["+447911012345", "Ann"],
];

test("reads texts, numbers, dates and booleans as shown", async () => {
  expect(
    await csvOf(
      ["a  b", "two\nlines", "Zoë & <Bo>", null, "last"],
      [
        { value: "447911123456" },
        { value: "447911123456", text: "+44 7911 123456" },
        { value: "7911123456", text: "07911123456" },
        { value: "447911123456", text: "4.48E+11" },
        { value: "447911123456", text: "447,911,123,456" },
        { value: "447911000000", text: "447911000000" },
      ],
      [
        { type: "date", value: "2026-03-04T00:00:00", text: "4 March" },
        { type: "boolean", value: "true", text: "WAHR" },
        { value: "12.5", text: "12,50 €" },
      ],
    ),
  ).toBe(
    [
      "a  b,two\tlines,Zoë & <Bo>,,last",
      "447911123456,+44 7911 123456,07911123456,447911123456,447911123456,4.47911E+11",
      "2026-03-04,TRUE,12.5,,,",
      "",
    ].join("\n"),
  );
});

test("expands repeated rows and cells, and keeps the positions after blank ones", async () => {
  const cells = (text: string, more = "") => ({
    xml: `<table:table-cell ${more} office:value-type="string"><text:p>${text}</text:p></table:table-cell>`,
  });
  const rows: OdsCell[][] = [
    [cells("a", 'table:number-columns-repeated="3"'), cells("b")],
    [{ xml: '<table:table-cell table:number-columns-repeated="2"/>' }, cells("c")],
    [null],
    [cells("d")],
  ];
  const rowAttributes = { 2: 'table:number-rows-repeated="2"', 3: 'table:number-rows-repeated="4"' };
  expect((await read(await makeOds([{ name: "A", rows, rowAttributes }]))).csv).toBe(
    "a,a,a,b\n,,c,\n,,c,\n\n\n\n\nd,,,\n",
  );
});

test("ignores comments, drawings and pronunciation in a cell", async () => {
  const xml =
    '<table:table-cell office:value-type="string"><office:annotation><text:p>call later</text:p></office:annotation><draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame><text:p>Ann <text:span>Le<text:s text:c="2"/>e</text:span><text:tab/>x<text:line-break/>y<text:ruby><text:ruby-base>東</text:ruby-base><text:ruby-text>ひがし</text:ruby-text></text:ruby></text:p></table:table-cell>';
  expect(await csvOf([{ xml }])).toBe("Ann Le  e\tx\ty東\n");
});

test("reports filtered and hidden rows, and hidden columns", async () => {
  const sheet: OdsSheet = {
    name: "A",
    rows: [...list, ["1"], ["2"], ["3"]],
    rowAttributes: { 3: 'table:visibility="filter"', 4: 'table:visibility="collapse"' },
    columns: '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>',
  };
  expect(await read(await makeOds([sheet]))).toMatchObject({ hidden: [3, 4], hiddenColumns: [1, 2] });
});

test("lists sheets with their names, visibility and number of contacts", async () => {
  const file = await makeOds([
    { name: "Read me", rows: [["Call in March."]] },
    { name: "North", rows: [...list, ["+447911012346", "Bo"]] },
    { name: "Old", rows: list, isHidden: true },
  ]);
  const book = await open(file);
  expect(book.sheets).toEqual([
    { name: "Read me", visibility: "visible" },
    { name: "North", visibility: "visible", contacts: { count: 2, isAbout: false } },
    { name: "Old", visibility: "hidden", contacts: { count: 1, isAbout: false } },
  ]);
  expect((await read(file, 2)).csv).toBe("phone_number,name\n+447911012345,Ann\n");
});

test("refuses a spreadsheet with a password", async () => {
  const locked = await makeZip({
    "META-INF/manifest.xml":
      '<manifest:manifest xmlns:manifest="m"><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
    "content.xml": "ÿþ no XML",
  });
  await expect(open(locked)).rejects.toThrow("This workbook is protected by a password.");
  await expect(open(await makeZip({ "content.xml": "<a><b></a>" }))).rejects.toThrow("This workbook is damaged.");
});

test("refuses more rows or cells than a sheet can hold, even when they are repeated", async () => {
  const many = (rows: number, columns: number) => {
    const xml = `<table:table-cell office:value-type="string" table:number-columns-repeated="${columns}"><text:p>x</text:p></table:table-cell>`;
    const rowAttributes = { 1: `table:number-rows-repeated="${rows}"`, 2: 'table:number-rows-repeated="100000"' };
    return makeOds([{ name: "A", rows: [[{ xml }], [{ xml }]], rowAttributes }]);
  };
  await expect(many(1_000_000, 1).then((file) => read(file))).rejects.toThrow(
    "This sheet has more than 1,048,576 rows.",
  );
  await expect(many(100_000, 16_384).then((file) => read(file))).rejects.toThrow("This workbook unpacks to far more");
});

/** Text that packs to about a fiftieth, so that it is not refused for its growth. */
function longText(characters: number, seed: number) {
  const pieces: string[] = [];
  for (let length = 0; length < characters; length += 3_064)
    pieces.push(createHash("sha256").update(`${seed} ${length}`).digest("hex"), "x".repeat(3_000));
  return pieces.join("");
}
const longTexts = (count: number) => Array.from({ length: count }, (_, seed) => longText(3_500_000, seed));

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Survey of the workbook: its sheets or the sentence of its refusal, and the memory that was taken meanwhile in MB. */
async function surveyOf(rows: OdsCell[][]) {
  const file = await makeOds([{ name: "A", rows }]);
  const used = () => (({ heapUsed, external }) => (heapUsed + external) / 1024 ** 2)(process.memoryUsage());
  collectGarbage();
  const before = used();
  let most = before;
  const onProgress = () => {
    most = Math.max(most, used());
  };
  const outcome = await openWorkbook(file, { ...readOptions(), onProgress }).then(
    ({ sheets }) => sheets.map(({ name }) => name).join(),
    ({ message }: Error) => message,
  );
  return { outcome, mb: most - before };
}

const cell = (text: string, attributes = "") =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const blank = '<table:table-cell table:number-columns-repeated="16000"/>';

test.each([
  ["a cell repeated in every row", Array(5_000).fill([{ xml: cell("x", 'table:number-columns-repeated="16384"') }])],
  ["a far cell in every row", Array(20_000).fill([{ xml: blank + cell("x") }])],
  ["blanks", [[{ xml: cell('<text:s text:c="1000"/>'.repeat(100_000)) }]]],
])("refuses %s before it takes much memory", { timeout: timeoutMs(10_000) }, async (_, rows: OdsCell[][]) => {
  const file = await makeOds([{ name: "A", rows }]);
  const before = process.memoryUsage().rss;
  await expect(read(file)).rejects.toThrow("This workbook unpacks to far more");
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
});

const paragraph = (text: string) => `<text:p>${text}</text:p>`;

test.each([
  ["a text of 42 MB", () => [[{ xml: cell(longTexts(12).join("")) }]], /^This workbook is damaged\./],
  [
    "a cell of twelve paragraphs of 3.5 MB",
    () => [[{ xml: `<table:table-cell>${longTexts(12).map(paragraph).join("")}</table:table-cell>` }]],
    /^This workbook unpacks to far more/,
  ],
])("surveys %s in at most 200 MB", async (_, rows: () => OdsCell[][], expected) => {
  const { outcome, mb } = await surveyOf(rows());
  expect(outcome).toMatch(expected);
  expect(mb).toBeLessThan(200);
});
