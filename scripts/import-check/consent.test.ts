import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { csvOf, fourPeople, freshImportCheck, sheetOfAnn } from "@/lib/testing/contacts/fresh-import-check";

const { check, pathOf, writeInput, writeWorkbook } = await freshImportCheck();

test("refuses a list with a column about consent until --only or --all-rows is passed", async () => {
  const file = await writeInput(
    "consent.csv",
    csvOf("phone_number,name,Do not call", "+447911012345,Ann,no", "+447911012346,Bo,yes", "+447911012347,Cy,"),
  );
  const refused = await check([file]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("These columns may say who must not be called:\n  Do not call: no 1, yes 1, (empty) 1");
  const clean = pathOf("consent clean.csv");
  const limited = await check([file, "--only", "do not call=No", "--clean", clean]);
  expect(limited).toMatchObject({ code: 0, out: expect.stringContaining("2 left out by a column's value") });
  expect(limited.out).toContain("Do not call: yes, 1 row");
  expect(await readFile(clean, "utf8")).toBe(csvOf("phone_number,name", "+447911012345,Ann"));
  expect((await check([file, "--only", "Do not call=no,", "--json"])).out).toContain('"sent": 2');
  expect((await check([file, "--all-rows"])).out).toContain("3 rows: 3 will be uploaded");
  expect((await check([file, "--only", "Do not call=nope"])).err).toContain("No row has nope there. Do not call: no 1");
  expect((await check([file, "--only", "Do not call"])).code).toBe(64);
});

test("asks about a file whose name is a status, and quotes a text sheet", async () => {
  const named = await check([await writeInput("unsubscribed_export.csv", fourPeople)]);
  expect(named.out).toContain("The file's name says “unsubscribed”. May these people be called?");
  const book = await writeWorkbook("noted.xlsx", [
    { name: "List", rows: sheetOfAnn },
    { name: "Notes", rows: [["Read me"], ["Do not call anybody with Opt-in = no"]] },
  ]);
  expect((await check([book])).out).toContain("“Notes” says “Do not call anybody with Opt-in = no”");
});

test("leaves out the rows of which a cell says no, counts them, and sends them with one option", async () => {
  const rows = [
    "+447911012345,Ann,Please do not call again",
    "+447911012346,Bo,wants a letter",
    "+447911012347,Cy,TPS",
  ];
  const file = await writeInput("remarks.csv", csvOf("phone_number,name,notes", ...rows));
  const { code, out } = await check([file]);
  expect(code).toBe(0);
  expect(out).toContain("3 rows: 1 will be uploaded, 2 left out because the row says no.");
  expect(out).toContain("--keep-anyway refusal sends these");
  expect(out).toContain("notes: Please do not call again, 1 row");
  expect((await check([file, "--keep-anyway", "refusal"])).out).toContain("3 rows: 3 will be uploaded");
  expect((await check(["--help"])).out).toContain(
    "[--keep-anyway refusal]   sends rows in which a cell says not to call",
  );
});

test("asks what the marks of a register mean before anything is sent", async () => {
  const rows = ["Hedda,+61255500020,N", "Tariq,+61255500021,Y", "Mira,+61255500022,Registered"];
  const washed = await check([await writeInput("washed.csv", csvOf("Name,Phone,Washed status", ...rows))]);
  expect(washed.code).toBe(2);
  expect(washed.err).toContain("Washed status: N 1, Y 1, Registered 1");
  const plain = csvOf("Name,Phone,Col7", "Hedda Brandt,+61255500020,N", "Tariq Osei,+61255500021,Y");
  expect((await check([await writeInput("list from dncr.csv", plain)])).err).toContain("Col7: N 1, Y 1");
  expect((await check([await writeInput("list.csv", plain)])).out).toContain("2 rows: 2 will be uploaded");
});

test("sends no number whose cell says that the person died, whatever is accepted", async () => {
  const file = await writeInput("dead.csv", csvOf("name,phone", "Mira,020 7946 0003---------------------dead"));
  const clean = pathOf("dead clean.csv");
  const { out } = await check([file, "--country", "GB", "--use-suggestions", "--clean", clean]);
  expect(out).toContain("The cell says not to call");
  expect(await readFile(clean, "utf8")).toBe("phone_number,name\r\n");
});

test("reads each row in its own country without --country, and says so", async () => {
  const rows = ["07911012345,Ann,UK", "(202) 555-0143,Bo,USA", "030 23125011,Cy,Germany"];
  const { code, out } = await check([await writeInput("countries.csv", csvOf("phone_number,name,Country", ...rows))]);
  expect(code).toBe(0);
  expect(out).toContain("used for each row.");
  expect(out).toMatch(/Country: .*United Kingdom 1/);
});
