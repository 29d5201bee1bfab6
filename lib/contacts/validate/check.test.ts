import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { delimiters, type Edit, type Encoding, encodings, type Rules } from "@/lib/contacts/plan";
import {
  bucketSum,
  bytesOf,
  checkedFile,
  checkedText,
  choppedFile,
  number,
  summaryOf,
  viewsOf,
} from "@/lib/testing/contacts/checked-file";
import { people, personOf } from "@/lib/testing/contacts/people";
import { runs } from "@/lib/testing/runs";

const messy = [
  "phone_number,name,city",
  `${number(1)},Ann,Bath`,
  `${number(2)},"Bob, the second",Ely`,
  `${number(3)},"Cat ""C"" Cole",Rye`,
  `${number(1)},Dee again,Bath`,
  "",
  `${number(4)},"Eve\nover two lines",Wells`,
  `${number(5)},"Fay never closes,Deal`,
  `${number(6)},Gil,York`,
  "020 7946 0958,Hal,London",
  "4.47912E+11,Ivo,London",
  `${number(7)},José Ørsted 鈴木 😀,Oslo`,
  `${number(8)},Kim`,
  `${number(9)},Lee,Hull,,`,
  `${number(10)},"Max" Moor,Ayr`,
  `${number(11)},Ned,Mold`,
].join("\r\n");

describe("statuses do not depend on the chunks of the stream", () => {
  test("gives the same statuses for every chunk size from one byte up", async () => {
    const bytes = bytesOf(messy, "utf-8", { mark: true });
    const whole = (await viewsOf(await checkedFile(choppedFile(bytes, bytes.length)))).map(summaryOf);
    expect(whole).toMatchInlineSnapshot(`
      [
        "2 ok +447911010001 Ann",
        "3 ok +447911010002 Bob, the second",
        "4 ok +447911010003 Cat "C" Cole",
        "5 duplicate",
        "6 blank",
        "7 tidied +447911010004 Eve over two lines",
        "8 quote +447911010005 "Fay never closes",
        "9 ok +447911010006 Gil",
        "10 national",
        "11 excel",
        "12 ok +447911010007 José Ørsted 鈴木 😀",
        "13 columns",
        "14 extra_cells",
        "15 quote +447911010010 "Max" Moor",
        "16 ok +447911010011 Ned",
      ]
    `);
    for (let size = 1; size <= 80; size += 1)
      expect((await viewsOf(await checkedFile(choppedFile(bytes, size)))).map(summaryOf), `${size} bytes`).toEqual(
        whole,
      );
  });

  test("gives the same report for random files longer than one piece", async () => {
    const cell = fc.oneof(
      fc.constantFrom(
        number(1),
        number(2),
        '"',
        '"Ann, B"',
        '"a ""b"""',
        "Ann\rB",
        '"x\ny"',
        "é",
        "😀",
        "",
        " ",
        "\u0000",
      ),
      fc.string({ maxLength: 12 }),
    );
    const line = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(","));
    const list = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        list,
        fc.integer({ min: 1, max: 70_000 }),
        fc.integer({ min: 1, max: 4000 }),
        async (rows, size, times) => {
          const block = rows.map(([text, end]) => text + end).join("");
          const text = `phone_number,name\n${block.repeat(Math.ceil(times / 20))}`;
          const bytes = bytesOf(text, "utf-8");
          const mapping = { phone: 0, name: [1] };
          const format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true } as const;
          const one = await checkedFile(choppedFile(bytes, bytes.length), { format, mapping }).catch(String);
          const other = await checkedFile(choppedFile(bytes, size), { format, mapping }).catch(String);
          if (typeof one === "string" || typeof other === "string") {
            expect(other).toEqual(one);
            return;
          }
          expect({ ...other.report, ms: 0 }).toEqual({ ...one.report, ms: 0 });
          expect(bucketSum(one.report)).toBe(one.report.rows);
        },
      ),
      { numRuns: runs(12, 300) },
    );
  });
});

test("changes at most one row when a stray quotation mark is inserted", async () => {
  const lines = Array.from({ length: 300 }, (_, index) =>
    index % 7 === 3 ? `${number(index)},"Quoted, ${index}"` : `${number(index)},Name of ${"x".repeat(index % 5)}`,
  );
  const clean = `phone_number,name\n${lines.join("\n")}\n`;
  const before = (await viewsOf(await checkedText(clean))).map(summaryOf);
  const positions = fc.integer({ min: "phone_number,name\n".length, max: clean.length - 2 });
  await fc.assert(
    fc.asyncProperty(positions, async (position) => {
      const damaged = `${clean.slice(0, position)}"${clean.slice(position)}`;
      const after = (await viewsOf(await checkedText(damaged))).map(summaryOf);
      expect(after).toHaveLength(before.length);
      expect(after.filter((row, index) => row !== before[index]).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: runs(40, 400) },
  );
});

test("marks one row of a long file when a quotation mark is never closed", async () => {
  const lines = Array.from(
    { length: 5000 },
    (_, index) => `${number(index)},${index === 40 ? '"' : ""}Name ${"n".repeat(index % 30)}`,
  );
  const { report, engine } = await checkedText(`phone_number,name\n${lines.join("\n")}`);
  expect(report.counts).toMatchObject({ sent: 5000, toFix: 0 });
  expect(report.rowStatuses.quote).toBe(1);
  await engine.list({ group: "quote", text: "" });
  expect(await engine.page(0, 5)).toMatchObject([{ row: 42, message: expect.stringContaining("quotation mark") }]);
});

/** Names in a language of the encoding. */
function namesIn(encoding: Encoding) {
  if (encoding.startsWith("utf-")) return ["Zoë", "鈴木", "Ann"];
  const language = Object.keys(people).find((name) => people[name]?.encodings.includes(encoding));
  return language ? [personOf(language, 1), personOf(language, 14), "Ann"] : ["Zoë", "Ann"];
}

const lineEnds = { LF: "\n", CRLF: "\r\n", CR: "\r" };

describe.for(encodings)("a list in %s", (encoding) => {
  describe.for(Object.entries(lineEnds))("with lines that end in %s", ([, end]) => {
    test.for(delimiters)("reads cells separated by %j as they were written", async (delimiter) => {
      const names = namesIn(encoding);
      const rows = names.flatMap((name, index) => [
        [number(index * 2), name],
        [number(index * 2 + 1), `"${name}${delimiter} ""B"""`],
      ]);
      const text = [["phone_number", "name"], ...rows].map((cells) => cells.join(delimiter)).join(end) + end;
      const mark = encoding.startsWith("utf-16");
      const file = choppedFile(bytesOf(text, encoding, { mark }), 3);
      const checked = await checkedFile(file, { format: { encoding, delimiter, skippedRows: 0, hasHeader: true } });
      if (encoding.startsWith("utf-")) expect(checked.opened).toMatchObject({ format: checked.plan.format });
      const views = await viewsOf(checked);
      expect(views.map(({ sent }) => sent?.name)).toEqual(
        names.flatMap((name) => [name, `${name}${delimiter} "B"`.replace(/\s+/g, " ")]),
      );
      expect(views.map(({ sent }) => sent?.phone)).toEqual(rows.map(([phone]) => phone));
    });
  });
});

test("reports an overlong line as one row to fix and reads the next one", async () => {
  const text = `phone_number,name\n${number(1)},A\n${number(2)},${"n".repeat(200_000)}\n${number(3)},C\n`;
  for (const size of [1000, 65_536, 1_000_000]) {
    const checked = await checkedFile(choppedFile(bytesOf(text, "utf-8"), size));
    expect((await viewsOf(checked)).map(({ row, rowStatus }) => [row, rowStatus])).toEqual([
      [2, "ok"],
      [3, "line_long"],
      [4, "ok"],
    ]);
  }
});

test("sends the first or the last row of a number and names it in the others", async () => {
  const text = `phone_number,name\n${number(1)},A\n+44 7911 010001,B\n00${number(1).slice(1)},C\n`;
  const first = await viewsOf(await checkedText(text));
  expect(first.map(({ rowStatus, otherRow }) => [rowStatus, otherRow])).toEqual([
    ["ok", undefined],
    ["duplicate", 2],
    ["duplicate", 2],
  ]);
  const last = await viewsOf(await checkedText(text, { rules: { keeps: "last" } }));
  expect(last.map(({ rowStatus, otherRow }) => [rowStatus, otherRow])).toEqual([
    ["duplicate", 4],
    ["duplicate", 4],
    ["tidied", undefined],
  ]);
});

describe("a row with an edited number", () => {
  const phone = number(50);
  const rowOf = async (lines: readonly string[], change: Edit, rules: Partial<Rules> = {}) => {
    const others = [1, 2, 3].map((index) => `${number(index)},Contact ${index}`);
    const text = ["phone_number,name", ...lines, ...others].join("\n");
    const [row] = await viewsOf(await checkedText(text, { rules, edits: new Map([[2, change]]) }));
    return row && summaryOf(row);
  };

  test("joins or drops surplus cells as the rules say", async () => {
    const lines = ["07911010001,Lee, Ann"];
    expect(await rowOf(lines, { phone }, { extraCells: "join" })).toBe(`2 surplus_joined ${phone} Lee, Ann`);
    expect(await rowOf(lines, { phone }, { extraCells: "drop" })).toBe(`2 surplus_dropped ${phone} Lee`);
  });

  test.for([
    ["surplus cells", ["07911010001,Lee, Ann"], "extra_cells"],
    ["a missing cell", ["Lee"], "columns"],
    ["two lines that a quotation mark joined", [`${number(7)},"Ann`, `${number(8)},Bo"`], "two_rows"],
  ] as const)("is held for %s until its name is edited too", async ([, lines, rowStatus]) => {
    expect(await rowOf(lines, { phone })).toBe(`2 ${rowStatus}`);
    expect(await rowOf(lines, { phone, name: "Lee" })).toBe(`2 ok ${phone} Lee`);
  });

  test("keeps the doubt about its name", async () => {
    expect(await rowOf(['07911010001,"Ann" Lee'], { phone })).toBe(`2 quote ${phone} "Ann" Lee`);
  });
});
