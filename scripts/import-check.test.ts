import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bytesOf } from "@/lib/testing/contacts/checked-file";
import { makeOds } from "@/lib/testing/contacts/make-ods";
import { makeWorkbook, type SheetInput } from "@/lib/testing/contacts/make-workbook";
import { scriptRunner } from "@/lib/testing/run-script";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "switchboard-import-check-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const lines = (...all: string[]) => `${all.join("\r\n")}\r\n`;

const list = lines(
  "phone_number,name,city",
  "+447911012345,Ann,Leeds",
  "07911 012346,Bob,York",
  "+44 7911 012345,Cy,Bath",
  "+49 1511 2345678,Elf,Ulm",
);

test("reports problems by row and exits with 1 when rows need fixing", async () => {
  const { code, out } = await check([await writeInput("list.csv", list)]);
  expect(code).toBe(1);
  expect(out).toContain("UTF-8 with commas, a header row");
  expect(out).toMatch(/not sent +city/);
  expect(out).toContain("4 rows: 2 will be uploaded, 1 needs fixing, 1 duplicate, 0 blank; 1 was cleaned up.");
  expect(out).toMatch(/1 {2}Not in international format.*\n +row 3: 07911 012346, Bob\n/);
  expect(out).toMatch(/1 {2}Germany\n.*1 {2}United Kingdom/);
  expect(out).not.toContain("guessed");
});

test("applies --country and --keep, and exits with 0 when all rows can be sent", async () => {
  const { code, out } = await check([
    await writeInput("list.csv", list),
    "--country",
    "gb",
    "--keep",
    "last",
    "--json",
  ]);
  expect(code).toBe(0);
  const { counts, groups } = JSON.parse(out);
  expect(counts).toEqual({ sent: 3, toFix: 0, duplicate: 1, blank: 0, leftOut: 0 });
  expect(groups).toContainEqual({ group: "duplicate", count: 1, examples: [expect.objectContaining({ row: 2 })] });
});

test("writes unsent rows to the report and the others to the clean file", async () => {
  const [report, clean] = [join(directory, "report.csv"), join(directory, "clean.csv")];
  const { out } = await check([await writeInput("list.csv", list), "--report", report, "--clean", clean]);
  expect(out).toContain("Written: ");
  expect(await readFile(clean, "utf8")).toBe(lines("phone_number,name", "+447911012345,Ann", "+4915112345678,Elf"));
  const problems = await readFile(report, "utf8");
  expect(problems).toMatch(
    /^\ufeffphone_number,name,city,row,problem,suggestion\r\n07911 012346,Bob,York,3,"?No country code/,
  );
  expect(problems).toContain("'+44 7911 012345,Cy,Bath,4,Row 2 has the same number and is uploaded.,\r\n");

  const again = await check([await writeInput("again.csv", problems.replace("07911 012346", "+447911012346"))]);
  expect(again.code).toBe(0);
  expect(again.out).toContain("2 rows: 2 will be uploaded");
});

test("reads a workbook's sheet by its name or number", async () => {
  const workbook = await makeWorkbook([
    { name: "Notes", rows: [["Called on Monday"]] },
    {
      name: "People",
      rows: [
        ["Mobile", "First name", "Surname"],
        ["+447911012345", "Ann", "Lee"],
      ],
    },
  ]);
  const file = await writeInput("people.xlsx", new Uint8Array(await workbook.arrayBuffer()));
  for (const sheet of ["People", "2"]) {
    const { code, out } = await check([file, "--sheet", sheet]);
    expect(code).toBe(0);
    expect(out).toContain("Excel workbook, sheet “People”");
    expect(out).toMatch(/phone_number +Mobile \(guessed\)\n +name +First name \+ Surname \(guessed\)/);
  }
  expect((await check([file, "--sheet", "Staff"])).err).toContain(
    "There is no sheet Staff. The sheets are Notes, People.",
  );
  const { code, out } = await check([file]);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringContaining("“People” is read: “Notes” comes first and contains no list."),
  });
});

test("names other lists of a workbook, and how to read another sheet when there is no list", async () => {
  const rows = [
    ["phone_number", "name"],
    ["+447911012345", "Ann"],
  ];
  const sheets = [
    { name: "North", rows },
    { name: "South", rows: [...rows, ["+447911012346", "Bo"]] },
    { name: "Old", state: "hidden", rows },
  ];
  const file = await randomBook("regions.xlsx", sheets);
  const { out } = await check([file]);
  expect(out).toContain("other lists   “South”, 2 rows; “Old”, 1 row, hidden (--sheet NAME reads one)");
  expect((await check([file, "--sheet", "Old"])).out).toContain("“Old” is a sheet that the workbook hides.");
  const blank = await randomBook("blank.xlsx", [
    { name: "One", rows: [] },
    { name: "Two", rows: [] },
  ]);
  expect(await check([blank])).toMatchObject({
    code: 2,
    err: expect.stringContaining("To read another sheet, pass --sheet NAME|N: One, Two."),
  });
});

test("leaves out hidden rows with a note, and sends them with --hidden-rows send", async () => {
  const rows = [
    ["phone_number", "name"],
    ["+447911012345", "Ann"],
    ["+447911012346", "Bo"],
    ["+447911012347", "Cy"],
  ];
  const file = await randomBook("filtered.xlsx", [{ name: "List", rows, hiddenRows: [3] }]);
  const report = join(directory, "hidden-report.csv");
  const leftOut = await check([file, "--report", report]);
  expect(leftOut).toMatchObject({ code: 0 });
  expect(leftOut.out).toContain("1 row is hidden in the workbook, by a filter or by hand.");
  expect(leftOut.out).toContain(
    "3 rows: 2 will be uploaded, 0 need fixing, 0 duplicates, 0 blank, 1 hidden in the workbook",
  );
  expect(leftOut.out).toContain("(--hidden-rows send sends these too)");
  expect(await readFile(report, "utf8")).toContain('+44 7911012346,Bo,3,"The workbook hides this row');
  expect((await check([file, "--hidden-rows", "send"])).out).toContain("3 rows: 3 will be uploaded");
  expect((await check([file, "--hidden-rows", "maybe"])).err).toContain(
    "--hidden-rows must be one of leave, send, not maybe.",
  );
});

test("reads OpenDocument spreadsheets, and explains an unreadable file", async () => {
  const ods = await makeOds([
    {
      name: "List",
      rows: [
        ["phone_number", "name"],
        ["+447911012345", "Ann"],
      ],
    },
  ]);
  const read = await check([await writeInput("list.ods", new Uint8Array(await ods.arrayBuffer()))]);
  expect(read.out).toContain("OpenDocument spreadsheet, a header row");
  expect(read.out).toContain("1 row: 1 will be uploaded");
  const web = await check([
    await writeInput("list.xls", "<html><table><tr><td>+447911012345</td></tr></table></html>"),
  ]);
  expect(web).toMatchObject({
    code: 2,
    err: expect.stringContaining("This is a web page or XML, whatever its name is."),
  });
});

test("lists the columns when --phone or --name matches none or several", async () => {
  const file = await writeInput("odd.csv", lines("a,b,b", "+447911012345,Ann,1", "+447911012346,Bob,2"));
  const { code, out, err } = await check([file, "--phone", "c", "--name", "b"]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(
    /There is no column c\.\n.*\n +1 {2}a: \+447911012345, \+447911012346\n +2 {2}b, column 2: Ann, Bob/,
  );
  expect(err).toContain("Pass --phone COLUMN and --name COLUMN[,COLUMN]");
  expect((await check([file, "--phone", "a", "--name", "b"])).err).toContain("More than one column is called b");
  expect((await check([file, "--phone", "A", "--name", "2,3", "--json"])).out).toContain('"sent": 2');
});

test("joins first and last name, and asks when the second column is ambiguous", async () => {
  const file = new URL("../lib/testing/contacts/half-names/half-a-name-exact.csv", import.meta.url).pathname;
  const joined = await check([file]);
  expect(joined.code).toBe(0);
  expect(joined.out).toMatch(/name +name \+ surname \(guessed\)/);
  const clean = join(directory, "joined.csv");
  await check([file, "--clean", clean]);
  expect(await readFile(clean, "utf8")).toContain("+442079460037,Hedda Brandt");
  const unknown = await writeInput("unknown.csv", lines("phone_number,name,x", "+447911012345,Hedda,Brandt"));
  expect(await check([unknown])).toMatchObject({ code: 2, err: expect.stringContaining("Choose a column for name.") });
});

test("reads text in the likeliest encoding, and shows the options for others", async () => {
  const text = lines("phone_number;name", "+447911012345;José", "+447911012346;Ann");
  const file = await writeInput("old.csv", bytesOf(text, "windows-1252"));
  const { code, out } = await check([file]);
  expect(code).toBe(0);
  expect(out).toContain("Windows-1252 with semicolons");
  expect(out).toContain("This file is not UTF-8. It was read as Windows-1252. Check these letters:");
  expect(out).toContain("row 2: +447911012345;José");
  const other = /with --encoding (?!windows-1252)(\S+):/.exec(out)?.[1] ?? "";
  const again = await check([file, "--encoding", other]);
  expect(again.out).not.toContain("Check these letters");
  expect(again.out).toMatch(/with semicolons, a header row/);
});

test("applies suggestions and joins surplus cells when the options are set", async () => {
  const text = lines("phone_number,name", "p:+447911012345,Ann", "+447911012346,Lee, Bo", "+447911012347,JosÃ©");
  const file = await writeInput("leads.csv", text);
  const plain = await check([file]);
  expect(plain.code).toBe(1);
  expect(plain.out).toContain("--use-suggestions clears these");
  expect(plain.out).toContain("--join-extra-cells may clear these");
  const clean = join(directory, "leads clean.csv");
  const used = await check([file, "--use-suggestions", "--join-extra-cells", "--clean", clean]);
  expect(used.code).toBe(0);
  expect(await readFile(clean, "utf8")).toBe(
    lines("phone_number,name", "+447911012345,Ann", '+447911012346,"Lee, Bo"', "+447911012347,José"),
  );
});

test("refuses a list with a column about consent until --only or --all-rows is passed", async () => {
  const file = await writeInput(
    "consent.csv",
    lines("phone_number,name,Do not call", "+447911012345,Ann,no", "+447911012346,Bo,yes", "+447911012347,Cy,"),
  );
  const refused = await check([file]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("These columns may say who must not be called:\n  Do not call: no 1, yes 1, (empty) 1");
  const clean = join(directory, "consent clean.csv");
  const limited = await check([file, "--only", "do not call=No", "--clean", clean]);
  expect(limited).toMatchObject({ code: 0, out: expect.stringContaining("2 left out by a column's value") });
  expect(limited.out).toContain("Do not call: yes, 1 row");
  expect(await readFile(clean, "utf8")).toBe(lines("phone_number,name", "+447911012345,Ann"));
  expect((await check([file, "--only", "Do not call=no,", "--json"])).out).toContain('"sent": 2');
  expect((await check([file, "--all-rows"])).out).toContain("3 rows: 3 will be uploaded");
  expect((await check([file, "--only", "Do not call=nope"])).err).toContain("No row has nope there. Do not call: no 1");
  expect((await check([file, "--only", "Do not call"])).code).toBe(64);
});

test("asks about a file whose name is a status, and quotes a text sheet", async () => {
  const named = await check([await writeInput("unsubscribed_export.csv", list)]);
  expect(named.out).toContain("The file's name says “unsubscribed”. May these people be called?");
  const book = await randomBook("noted.xlsx", [
    {
      name: "List",
      rows: [
        ["phone_number", "name"],
        ["+447911012345", "Ann"],
      ],
    },
    { name: "Notes", rows: [["Read me"], ["Do not call anybody with Opt-in = no"]] },
  ]);
  expect((await check([book])).out).toContain("“Notes” says “Do not call anybody with Opt-in = no”");
});

test("exits with 2 for a missing file, and with 64 for invalid options or overwriting the input", async () => {
  const file = await writeInput("list.csv", list);
  const outputOf = async (...args: string[]) => {
    const { code, err } = await check(args);
    return `${code} ${err.split("\n", 1)[0]}`;
  };
  const missing = join(directory, "gone.csv");
  const calls = [
    [missing],
    [file, "--country", "Britain"],
    [file, "--countries", "GB,,US"],
    [file, "--keep", "none"],
    [file, "--loud"],
    [file, "--clean", file],
    [],
  ];
  expect(await Promise.all(calls.map((args) => outputOf(...args)))).toEqual([
    expect.stringMatching(/^2 The file .* does not exist/),
    "64 Britain is not a country code. Use two letters, such as GB.",
    "64 (empty) is not a country code. Use two letters, such as GB.",
    "64 --keep must be one of first, last, not none.",
    expect.stringMatching(/^64 Unknown option '--loud'/),
    "64 --report and --clean must name different files, other than the input file.",
    "64 Pass one file to check.",
  ]);
  expect(await readFile(file, "utf8")).toBe(list);
});

test("prints no control characters of the file", async () => {
  const { out } = await check([await writeInput("list.csv", lines("phone_number,name", "\u001b[31m0791,Ann\u0007"))]);
  expect(out).not.toContain("\u001b");
  expect(out).not.toContain("\u0007");
  expect(out).toContain("row 2: [31m0791, Ann");
});

test("proposes the country without using it, and reads each row in its own country", async () => {
  const lists = { phone_code: "44 49", "Mailing Country": "UK DE" };
  for (const [header, countries] of Object.entries(lists)) {
    const [gb, de] = countries.split(" ");
    const us = ["2025550143", "2025550144", "2025550145"].map((digits) => `${digits},Amy Stone,1`);
    const file = await writeInput(
      "own.csv",
      lines(`phone,name,${header}`, ...us, `2079460043,Owen Pike,${gb}`, `3023125043,Jule Kern,${de}`),
    );
    const { out } = await check([file]);
    expect(out).toContain("--country US reads 5 numbers without a country code as United States numbers.");
    const sent = join(directory, "own-sent.csv");
    await check([file, "--country", "US", "--use-suggestions", "--clean", sent]);
    expect((await readFile(sent, "utf8")).match(/\+\d+/g)).toEqual([
      "+12025550143",
      "+12025550144",
      "+12025550145",
      "+442079460043",
    ]);
  }
});

test("keeps no invalid number with --use-suggestions, only with --keep-anyway", async () => {
  const file = await writeInput("short.csv", lines("phone_number,name", "07525 57200,Ann", "05.12.2026,Bo"));
  const { out } = await check([file, "--country", "GB", "--use-suggestions"]);
  expect(out).toContain("2 rows: 0 will be uploaded, 2 need fixing");
  expect(out).toMatch(/Not valid numbers.*\n.*Ann/);
  expect((await check([file, "--country", "GB", "--keep-anyway", "invalid"])).out).toContain("1 will be uploaded");
  expect((await check([file, "--keep-anyway", "all"])).err).toContain("--keep-anyway must be one of ten_digits");
});

async function randomBook(name: string, sheets: readonly SheetInput[]) {
  return writeInput(name, new Uint8Array(await (await makeWorkbook(sheets)).arrayBuffer()));
}

async function writeInput(name: string, content: string | Uint8Array) {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

const run = scriptRunner();
const check = (args: readonly string[]) => run("import-check", args);
