import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { csvOf, fourPeople, freshImportCheck } from "@/lib/testing/contacts/fresh-import-check";

const { check, pathOf, writeInput } = await freshImportCheck();

test("applies --country and --keep, and exits with 0 when all rows can be sent", async () => {
  const { code, out } = await check([
    await writeInput("list.csv", fourPeople),
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

test("reads each row in its own country without --country, and says which countries those are", async () => {
  const lists = { phone_code: "44 49", "Mailing Country": "UK DE" };
  for (const [header, countries] of Object.entries(lists)) {
    const [gb, de] = countries.split(" ");
    const us = ["2025550143", "2025550144", "2025550145"].map((digits) => `${digits},Amy Stone,1`);
    const file = await writeInput(
      "own.csv",
      csvOf(`phone,name,${header}`, ...us, `2079460043,Owen Pike,${gb}`, `3023125043,Jule Kern,${de}`),
    );
    const { out } = await check([file]);
    expect(out).toContain(`${header}: United States 3, United Kingdom 1, Germany 1, used for each row.`);
    expect(out).not.toContain("--country US");
    const sent = pathOf("own-sent.csv");
    await check([file, "--use-suggestions", "--clean", sent]);
    expect((await readFile(sent, "utf8")).match(/\+\d+/g)).toEqual([
      "+12025550143",
      "+12025550144",
      "+12025550145",
      "+442079460043",
    ]);
  }
});

test("keeps no invalid number with --use-suggestions, only with --keep-anyway", async () => {
  const file = await writeInput("short.csv", csvOf("phone_number,name", "07525 57200,Ann", "05.12.2026,Bo"));
  const { out } = await check([file, "--country", "GB", "--use-suggestions"]);
  expect(out).toContain("2 rows: 0 will be uploaded, 2 need fixing");
  expect(out).toMatch(/Not valid numbers.*\n.*Ann/);
  expect((await check([file, "--country", "GB", "--keep-anyway", "invalid"])).out).toContain("1 will be uploaded");
  expect((await check([file, "--keep-anyway", "all"])).err).toContain("--keep-anyway must be one of ten_digits");
});
