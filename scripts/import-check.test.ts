import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { csvOf, fourPeople, freshImportCheck } from "@/lib/testing/contacts/fresh-import-check";

const { check, pathOf, writeInput } = await freshImportCheck();

test("reports problems by row and exits with 1 when rows need fixing", async () => {
  const { code, out } = await check([await writeInput("list.csv", fourPeople)]);
  expect(code).toBe(1);
  expect(out).toContain("UTF-8 with commas, a header row");
  expect(out).toMatch(/not sent +city/);
  expect(out).toContain("4 rows: 2 will be uploaded, 1 needs fixing, 1 duplicate; 1 was cleaned up.");
  expect(out).toMatch(/1 {2}Not in international format.*\n +row 3: 07911 012346, Bob\n/);
  expect(out).toMatch(/1 {2}Germany\n.*1 {2}United Kingdom/);
  expect(out).not.toContain("guessed");
});

test("writes unsent rows to the report and the others to the clean file", async () => {
  const [report, clean] = [pathOf("report.csv"), pathOf("clean.csv")];
  const { out } = await check([await writeInput("list.csv", fourPeople), "--report", report, "--clean", clean]);
  expect(out).toContain("Written: ");
  expect(await readFile(clean, "utf8")).toBe(csvOf("phone_number,name", "+447911012345,Ann", "+4915112345678,Elf"));
  const problems = await readFile(report, "utf8");
  expect(problems).toMatch(
    /^\ufeffphone_number,name,city,row,problem,suggestion\r\n07911 012346,Bob,York,3,"?No country code/,
  );
  expect(problems).toContain("'+44 7911 012345,Cy,Bath,4,Row 2 has the same number and is uploaded.,\r\n");

  const again = await check([await writeInput("again.csv", problems.replace("07911 012346", "+447911012346"))]);
  expect(again.code).toBe(0);
  expect(again.out).toContain("2 rows: 2 will be uploaded");
});

test("applies suggestions and joins surplus cells when the options are set", async () => {
  const text = csvOf("phone_number,name", "p:+447911012345,Ann", "+447911012346,Lee, Bo", "+447911012347,JosÃ©");
  const file = await writeInput("leads.csv", text);
  const plain = await check([file]);
  expect(plain.code).toBe(1);
  expect(plain.out).toContain("--use-suggestions clears these");
  expect(plain.out).toContain("--join-extra-cells may clear these");
  const clean = pathOf("leads clean.csv");
  const used = await check([file, "--use-suggestions", "--join-extra-cells", "--clean", clean]);
  expect(used.code).toBe(0);
  expect(await readFile(clean, "utf8")).toBe(
    csvOf("phone_number,name", "+447911012345,Ann", '+447911012346,"Lee, Bo"', "+447911012347,José"),
  );
});

test("exits with 2 for a missing file, and with 64 for invalid options or overwriting the input", async () => {
  const file = await writeInput("list.csv", fourPeople);
  const outputOf = async (...args: string[]) => {
    const { code, err } = await check(args);
    return `${code} ${err.split("\n", 1)[0]}`;
  };
  const missing = pathOf("gone.csv");
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
  expect(await readFile(file, "utf8")).toBe(fourPeople);
});

test("prints no control characters of the file", async () => {
  const { out } = await check([await writeInput("list.csv", csvOf("phone_number,name", "\u001b[31m0791,Ann\u0007"))]);
  expect(out).not.toContain("\u001b");
  expect(out).not.toContain("\u0007");
  expect(out).toContain("row 2: [31m0791, Ann");
});
