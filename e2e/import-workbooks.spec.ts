import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { seeded } from "../lib/platform/seed/ids";
import { makeWorkbook, type SheetInput } from "../lib/testing/contacts/make-workbook";
import { number } from "./support/contact-lists";
import { chooseList, openImport, outcome, pressUpload, sumLine } from "./support/import-wizard";
import { expect, test } from "./support/test";

const campaign = seeded.campaigns.draft;
const first = 2_100_000;
const header = ["phone_number", "name"];

const main = (page: Page) => page.locator("main");
const press = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name }).click();

async function chooseBook(page: Page, name: string, book: Promise<Blob>) {
  await openImport(page, campaign);
  await chooseList(page, { name, text: new Uint8Array(await (await book).arrayBuffer()) });
}

async function send(page: Page, counts: string) {
  await press(page, /^Continue with/);
  await pressUpload(page);
  await expect(outcome(page)).toBeVisible();
  await expect(main(page)).toContainText(counts);
}

test("rows that a workbook hides are said, left out, saved with their reason, and sent when their person wants them", async ({
  as,
}) => {
  const rows = [header, [number(first), "Ann"], [number(first + 1), "Bo"], [number(first + 2), "Cy"]];
  const page = await as("campaign_manager");
  await chooseBook(page, "filtered.xlsx", makeWorkbook([{ name: "List", rows, hiddenRows: [3, 4] }]));
  await expect(main(page)).toContainText(
    "2 rows are hidden in the workbook, by a filter or by hand. They are not uploaded unless you choose to.",
  );
  await press(page, "Check the list");
  await expect(sumLine(page)).toContainText(
    "3 rows: 1 will be uploaded, 0 need fixing, 0 duplicates, 0 blank, 2 hidden in the workbook",
  );
  await page.getByRole("button", { name: "Save a list" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Save all rows that are not uploaded" }).click();
  const saved = readFileSync(await (await saving).path(), "utf8");
  expect(saved).toContain('Bo,3,"The workbook hides this row');
  expect(saved.trim().split("\r\n")).toHaveLength(3);

  await press(page, /Hidden in the workbook/);
  await press(page, /^Apply.*upload these rows too/);
  await expect(sumLine(page)).toContainText("3 rows: 3 will be uploaded");
  await press(page, /^Undo/);
  await expect(sumLine(page)).toContainText("2 hidden in the workbook");
  await send(page, "1 accepted, 0 rejected, 0 duplicates; 1 was uploaded.");
});

test("a sheet of notes that comes first is passed over for the list, and other lists are under Sheet", async ({
  as,
}) => {
  const list = (from: number, ...names: string[]) => [
    header,
    ...names.map((name, at) => [number(first + from + at), name]),
  ];
  const sheets: SheetInput[] = [
    { name: "Read me", rows: [["Call in March."]] },
    { name: "North", rows: list(10, "Ann", "Bo", "Cy") },
    { name: "South", rows: list(20, "Di", "Ed") },
    { name: "Old", state: "hidden", rows: list(30, "Flo") },
  ];
  const page = await as("campaign_manager");
  await chooseBook(page, "regions.xlsx", makeWorkbook(sheets));
  await expect(main(page)).toContainText("“North” is read: “Read me” comes first and contains no list.");
  const sheet = page.getByRole("combobox", { name: "Sheet" });
  await sheet.selectOption("“South”, 2 rows");
  await expect(main(page).getByRole("region", { name: "First rows" })).toContainText("Ed");
  await sheet.selectOption("“Old”, 1 row, hidden");
  await expect(main(page)).toContainText("“Old” is a sheet that the workbook hides.");
});

test("a web page that is named .xls is not read as a list, and it is said what to do", async ({ as }) => {
  const page = await as("campaign_manager");
  await openImport(page, campaign);
  const text = `<html><table><tr><td>phone_number</td></tr><tr><td>${number(first)}</td></tr></table></html>`;
  await chooseList(page, { name: "export.xls", text });
  await expect(main(page).getByRole("alert")).toContainText(
    "This is a web page or XML, whatever its name is. Open it in Excel and save it as .xlsx.",
  );
});
