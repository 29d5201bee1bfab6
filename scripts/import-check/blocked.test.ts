import { expect, test } from "vitest";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import { freshConsole, mara, password, personWith } from "@/lib/testing/console";
import { csvOf, fourPeople, freshImportCheck } from "@/lib/testing/contacts/fresh-import-check";
import { freshDatabase } from "@/lib/testing/database/fresh-database";

const secret = "a secret of thirty-two characters or more";
const { check, writeInput } = await freshImportCheck();

test("leaves out numbers on the do-not-call list when the database can be reached", async () => {
  const database = await freshDatabase();
  const { run } = await freshConsole({ database, secret, admin: { email: mara.email, password } });
  await run(
    addDoNotCall,
    { numbers: ["+447911012345"], reason: "asked", source: "by phone", dated: null, until: null },
    personWith("admin"),
  );
  const text = csvOf("phone_number,name", "+447911012345,Ann", "+4915112345678,Elf");
  const { code, out } = await check([await writeInput("list.csv", text)], {
    DATABASE_URL: database.url,
    SWITCHBOARD_SECRET: secret,
  });
  expect(code).toBe(0);
  expect(out).toContain("2 rows: 1 will be uploaded");
  expect(out).toContain("The do-not-call list was compared: 1 row left out.");
});

test("says that the do-not-call list was not compared when there is no database", async () => {
  const file = await writeInput("people.csv", fourPeople);
  const { out } = await check([file]);
  expect(out).toContain("The do-not-call list was not compared");
  expect(JSON.parse((await check([file, "--json"])).out)).toMatchObject({ isDoNotCallCompared: false });
});
