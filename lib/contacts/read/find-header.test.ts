import fc from "fast-check";
import { expect, test } from "vitest";
import { createContactEngine } from "@/lib/contacts/create-engine";
import { delimiters } from "@/lib/contacts/plan";
import { checkedText, number } from "@/lib/testing/contacts/checked-file";
import { runs } from "@/lib/testing/runs";

async function open(text: string) {
  const opened = await createContactEngine().open(new File([text], "list.csv"), () => undefined);
  if (opened.kind === "refused") throw new Error(opened.refusal.sentence);
  return opened;
}

const rows = [`${number(1)};Ann;x`, `${number(2)};Bob;y`];

test.for([
  [
    "padded with separators",
    ["Report of contacts;;", "Made on 3 Nov;;", "", "phone number;full name;note", ...rows],
    3,
  ],
  ["with a date in it", ["Report;;", ";2026-11-03;", "Name;Phone;Note", `Ann;${number(1)};x`, `Bo;${number(2)};`], 2],
  [
    "with more commas than the list",
    ["Report, 3 Nov", "By Ann, Bo", "For all, of us", "phone;name", ...twoColumns(2)],
    3,
  ],
  ["in the manner of a letter", ["To;Sales team;", "From;Ann;", "mobile;name;note", ...rows], 2],
  ["one line above one contact", ["Autumn, winter and spring", "phone;name", ...twoColumns(1)], 1],
  ["above a column of bad numbers and good ones", ["Report;;", "phone;name;note", "none;Ann;x", ...rows, "?;Cy;"], 1],
  ["with blank lines around it", ["", "Report;;", "", "", "phone;name;note", ...rows], 4],
] as const)("finds the header below a title %s", async ([, lines, skippedRows]) => {
  expect((await open(`${lines.join("\r\n")}\r\n`)).format).toMatchObject({
    delimiter: ";",
    skippedRows,
    hasHeader: true,
  });
});

test.for([
  ["no header", rows],
  ["no header and names of devices", [`${number(1)};Mobile;x`, `${number(2)};Phone;y`]],
  ["a header that says nothing", ["a;b;c", ...rows]],
  ["a header that comes again", ["phone;name;note", ...rows, "phone;name;note", ...rows]],
  ["a header that comes twice", ["phone;name;note", "phone;name;note", ...rows]],
  ["a header that says nothing, and one that does below contacts", ["a;b;c", ...rows, "phone;name;note", ...rows]],
  ["contacts above its header", [...rows, "phone;name;note", ...rows]],
  ["a kind of number in a column of words", ["kind;name;no", `Mobile;Ann;${number(1)}`, `Phone;Bo;${number(2)}`]],
  ["a header and no number that can be read", ["Report;Name;Note", "phone;Ann;x", "mobile;Bob;y"]],
])("starts at the first row of a list with %s", async ([, lines]) => {
  expect((await open(`${(lines as string[]).join("\n")}\n`)).format).toMatchObject({ delimiter: ";", skippedRows: 0 });
});

test("reports skipped rows and reads them when the format includes them", async () => {
  const text = ["Report of contacts;;", "Made on 3 Nov;;", "", "phone number;full name;note", ...rows].join("\n");
  expect((await open(text)).preview).toMatchObject({
    doubts: ["3 rows above the list are skipped: “Report of contacts”, “Made on 3 Nov”."],
    mapping: { phone: 0, name: [1] },
  });
  const { report } = await checkedText(text, { format: { skippedRows: 0 }, mapping: { phone: 0, name: [1] } });
  expect(report).toMatchObject({ rows: 5, counts: { sent: 2, toFix: 2, blank: 1 } });
});

test.for([
  [",Ann Lee\n", ["The header row has no name over the numbers. It may be a contact."]],
  [",Name\n", []],
  [",Vorname,Nachname\n", []],
])("warns that a first row without a number may be a contact: %j", async ([first, doubts]) => {
  const rest = String(first).split(",").length > 2 ? ",Bo,Lee" : ",Bo Lee";
  const { preview } = await open(`${first}${number(2)}${rest}\n${number(3)}${rest}\n`);
  expect(preview.doubts).toEqual(doubts);
});

test("warns that a first row with a number among words may be a contact", async () => {
  const { preview } = await open(`Ann;call 07911 123456 after 5\nBob;-\nCid;none\n`);
  expect(preview.doubts).toEqual(["The header row contains a phone number. It may be a contact."]);
});

const word = fc.stringMatching(/^[A-Za-zäöü ,.'-]{1,24}$/).filter((text) => text.trim() !== "");

test("skips one to twelve lines above a header, whatever the delimiter", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...delimiters),
      fc.boolean(),
      fc.integer({ min: 1, max: 5 }),
      async (titles, delimiter, isPadded, contacts) => {
        const line = (cells: readonly string[]) => cells.map((cell) => quotedFor(cell, delimiter)).join(delimiter);
        const padding = isPadded ? ["", ""] : [];
        const list = [
          ...titles.map((title) => (isPadded ? line([title, ...padding]) : title)),
          line(["Phone Number", "Full Name", "Note"]),
          ...Array.from({ length: contacts }, (_, index) => line([number(index), "Lee, Ann", "x"])),
        ];
        const { format } = await open(list.join("\n"));
        expect(format).toMatchObject({ delimiter, skippedRows: titles.length, hasHeader: true });
      },
    ),
    { numRuns: runs(50, 500) },
  );
});

test("skips nothing when the header is first or missing", async () => {
  const cell = fc.constantFrom("Ann", "Phone", "mobile", "", "+441", number(7), "x y");
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(["phone", "name", "note"], ["Tel.", "Vorname", "Ort"], [number(5), "Ann", "x"]),
      fc.array(fc.tuple(fc.constantFrom(number(1), number(2), "bad", ""), cell, cell), { minLength: 1, maxLength: 20 }),
      async (first, others) => {
        const list = [first, [number(3), "Di", "x"], ...others].map((cells) => cells.join(";"));
        const { format } = await open(list.join("\n"));
        expect(format).toMatchObject({ skippedRows: 0, hasHeader: first[0] !== number(5) });
      },
    ),
    { numRuns: runs(50, 500) },
  );
});

function twoColumns(count: number) {
  return Array.from({ length: count }, (_, index) => `${number(index)};Lee, Ann`);
}

const quotedFor = (cell: string, delimiter: string) => (cell.includes(delimiter) ? `"${cell}"` : cell);
