import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { csvOf, freshImportCheck } from "@/lib/testing/contacts/fresh-import-check";

const { check, pathOf, writeInput } = await freshImportCheck();

test("lists the columns when --phone or --name matches none or several", async () => {
  const file = await writeInput("odd.csv", csvOf("a,b,b", "+447911012345,Ann,1", "+447911012346,Bob,2"));
  const { code, out, err } = await check([file, "--phone", "c", "--name", "b"]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(
    /There is no column c\.\n.*\n +1 {2}a: \+447911012345, \+447911012346\n +2 {2}b, column 2: Ann, Bob/,
  );
  expect(err).toContain("Pass --phone COLUMN[,COLUMN] and --name COLUMN[,COLUMN]");
  expect((await check([file, "--phone", "a", "--name", "b"])).err).toContain("More than one column is called b");
  expect((await check([file, "--phone", "A", "--name", "2,3", "--json"])).out).toContain('"sent": 2');
});

test("reads the second --phone column when the first cannot be called", async () => {
  const rows = ["+447911012345,+447911012346,Ann", ",+447911012347,Bo"];
  const file = await writeInput("two numbers.csv", csvOf("mobile,landline,name", ...rows));
  const clean = pathOf("two numbers clean.csv");
  const { code, out } = await check([file, "--phone", "mobile,landline", "--clean", clean]);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/otherwise +landline\n/) });
  expect(await readFile(clean, "utf8")).toBe("phone_number,name\r\n+447911012345,Ann\r\n+447911012347,Bo\r\n");
  expect((await check([file, "--phone", "mobile,landline,name"])).err).toContain("at most two columns");
});

test("joins first and last name, and asks when the second column is ambiguous", async () => {
  const file = new URL("../../lib/testing/contacts/half-names/half-a-name-exact.csv", import.meta.url).pathname;
  const joined = await check([file]);
  expect(joined.code).toBe(0);
  expect(joined.out).toMatch(/name +name \+ surname \(guessed\)/);
  const clean = pathOf("joined.csv");
  await check([file, "--clean", clean]);
  expect(await readFile(clean, "utf8")).toContain("+442079460037,Hedda Brandt");
  const unknown = await writeInput("unknown.csv", csvOf("phone_number,name,x", "+447911012345,Hedda,Brandt"));
  expect(await check([unknown])).toMatchObject({
    code: 2,
    err: expect.stringContaining("Choose a column for the name."),
  });
});
