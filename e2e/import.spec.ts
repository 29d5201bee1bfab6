import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { idToPath } from "../lib/contract/identifier";
import { seeded } from "../lib/platform/seed/ids";
import { makeWorkbook } from "../lib/testing/contacts/make-workbook";
import { matchMessyList, messyList, number } from "./support/contact-lists";
import { chooseList, listOf, openImport, outcome, pressUpload, reviewList, sumLine } from "./support/import-wizard";
import { expect, test } from "./support/test";

const campaign = seeded.campaigns.draft;
const header = "phone_number,name";
const first = 2_000_000;

const main = (page: Page) => page.locator("main");
const press = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name }).click();

async function sendAndRead(page: Page, counts: string) {
  await press(page, /^Continue with/);
  await pressUpload(page);
  await expect(outcome(page)).toBeVisible();
  await expect(main(page)).toContainText(counts);
}

test("a workbook is read sheet by sheet, names the number that Excel shortened, and is sent", async ({ as }) => {
  const rows = (from: number, name: string) => [
    ["Mobile", "Full name"],
    [number(first + from), `${name} One`],
    [number(first + from + 1), `${name} Two`],
  ];
  const book = await makeWorkbook([
    { name: "North", rows: [...rows(1, "North"), [{ number: "1.2125550199123456E+18" }, "North Three"]] },
    { name: "South", rows: rows(5, "South") },
  ]);
  const page = await as("campaign_manager");
  await openImport(page, campaign);
  await chooseList(page, { name: "members.xlsx", text: new Uint8Array(await book.arrayBuffer()) });
  await expect(main(page)).toContainText("North Two");
  await page.getByRole("combobox", { name: "Sheet" }).selectOption("“South”, 2 rows");
  await expect(main(page)).toContainText("South Two");
  await expect(main(page)).not.toContainText("North Two");
  await page.getByRole("combobox", { name: "Sheet" }).selectOption("“North”, 3 rows");
  await expect(main(page)).toContainText("North Two");
  await press(page, "Match columns");
  await press(page, "Check the list");
  await expect(sumLine(page)).toContainText("3 rows: 2 will be uploaded, 1 needs fixing");
  await expect(main(page).getByRole("heading", { name: "Shortened by a spreadsheet: 1 row" })).toBeVisible();
  await sendAndRead(page, "2 accepted, 0 rejected, 0 duplicates; 2 were uploaded.");
  await expect(page.getByText(/^From members\.xlsx\./)).toBeVisible();
  await page.goto(`/campaigns/${idToPath(campaign)}`);
  await expect(page.getByRole("region", { name: "Uploads" })).toContainText("members.xlsx");
});

test("a file that is chosen while another one is being opened is the one that is read", async ({ as }) => {
  const rows = Array.from({ length: 5_000 }, (_, at) => [number(first + at), `Slow ${at}`]);
  const book = await makeWorkbook([{ name: "Slow", rows: [["phone_number", "name"], ...rows] }]);
  const page = await as("campaign_manager");
  await openImport(page, campaign);
  await chooseList(page, { name: "slow.xlsx", text: new Uint8Array(await book.arrayBuffer()) });
  await chooseList(page, listOf("quick.csv", [header, `${number(first)},Quick`]));
  await expect(main(page).getByRole("region", { name: "First rows" })).toContainText("Quick");
  await press(page, "Check the list");
  await expect(sumLine(page)).toContainText("1 row: 1 will be uploaded");
});

test("cells copied in a spreadsheet and pasted into the page become a list", async ({ as }) => {
  const page = await as("campaign_manager");
  await openImport(page, campaign);
  const cells = [
    ["phone_number", "name"],
    [number(first + 10), "Pia"],
    [number(first + 11), "Rui"],
  ];
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    cells.map((row) => row.join("\t")).join("\r\n"),
  );
  await expect(main(page)).toContainText("Found: UTF-8 with tabs, a header row.");
  await press(page, "Check the list");
  await expect(sumLine(page)).toContainText("2 rows: 2 will be uploaded, 0 need fixing");
  await sendAndRead(page, "2 accepted, 0 rejected, 0 duplicates; 2 were uploaded.");
});

test("a file that is no UTF-8 is read in the likeliest encoding, which is said; the next likely one is offered, taken and taken back", async ({
  as,
}) => {
  const page = await as("campaign_manager");
  await openImport(page, campaign);
  const text = [header, `${number(first + 20)},Zoë Müller`, `${number(first + 21)},Ana Núñez`].join("\r\n");
  await chooseList(page, { name: "old export.csv", text: Buffer.from(text, "latin1") });
  await expect(main(page)).toContainText("Found: Windows-1252 with commas, a header row.");
  await expect(main(page)).toContainText("Read as Windows-1252. Are the marked letters right?");
  await expect(main(page).getByRole("region", { name: "First rows" })).toContainText("Ana Núñez");
  await press(page, "Try another encoding");
  await expect(main(page).getByRole("region", { name: "As Windows-1252" })).toHaveCount(0);
  const other = main(page).getByRole("button", { name: /^Read it as / });
  const name = (await other.textContent())?.replace("Read it as ", "") ?? "";
  await expect(main(page).getByRole("region", { name: `As ${name}` })).toContainText(number(first + 20));
  await other.click();
  await expect(main(page)).toContainText(`Found: ${name} with commas, a header row.`);
  await expect(main(page).getByRole("region", { name: "First rows" })).not.toContainText("Ana Núñez");
  await page.getByRole("combobox", { name: "Encoding" }).selectOption("Windows-1252");
  await expect(main(page).getByRole("region", { name: "First rows" })).toContainText("Ana Núñez");
  await press(page, "Check the list");
  await page.getByRole("button", { name: "All rows" }).click();
  await expect(main(page).getByRole("grid")).toContainText("Zoë Müller");
  await sendAndRead(page, "2 accepted, 0 rejected, 0 duplicates; 2 were uploaded.");
});

test("all suggestions of a lead export are used with one press and taken back with one undo", async ({ as }) => {
  const page = await as("campaign_manager");
  await openImport(page, campaign);
  const rows = Array.from({ length: 40 }, (_, at) => `p:${number(first + 60 + at)},Lead ${"abcd"[at % 4]}`);
  await reviewList(page, listOf("leads.csv", [header, ...rows]));
  await expect(sumLine(page)).toContainText("40 rows: 0 will be uploaded, 40 need fixing");
  const box = main(page).getByRole("region", { name: "A word before the number: leave it out" });
  await expect(box.getByRole("listitem")).toHaveCount(3);
  await expect(box).toContainText(`p:${number(first + 60)}`);
  await box.getByRole("button", { name: /^Use all 40 suggestions/ }).click();
  await expect(sumLine(page)).toContainText("40 rows: 40 will be uploaded, 0 need fixing");
  await page.getByRole("button", { name: /^Undo/ }).last().click();
  await expect(sumLine(page)).toContainText("0 will be uploaded, 40 need fixing");
  await box.getByRole("button", { name: /^Use all 40 suggestions/ }).click();
  await sendAndRead(page, "40 accepted, 0 rejected, 0 duplicates; 40 were uploaded.");
});

test("names that a separator cut in two are joined again, and wrong letters put right, by one press each", async ({
  as,
}) => {
  const page = await as("campaign_manager");
  await openImport(page, campaign);
  const names = ["Smith, Ann", "Jones, Bo", "JosÃ©", "Ann Lee", "None"];
  const rows = names.map((name, at) => `${number(first + 110 + at)},${name},Leeds`);
  await reviewList(page, listOf("cut.csv", [`${header},city`, ...rows]));
  await expect(sumLine(page)).toContainText("5 rows: 3 will be uploaded, 2 need fixing");
  await press(page, /^Apply.*join them into the name/);
  await expect(sumLine(page)).toContainText("5 rows: 5 will be uploaded, 0 need fixing");
  const problems = main(page).getByRole("navigation", { name: "Problems" });
  await problems.getByRole("button", { name: /Extra cells handled/ }).click();
  await expect(main(page).getByRole("grid")).toContainText("Smith, Ann");
  await expect(problems.getByRole("button", { name: /May not be a name/ })).toBeVisible();
  await problems.getByRole("button", { name: /Characters look damaged/ }).click();
  await press(page, /^Use the suggestion.*fix the letters/);
  await expect(problems.getByRole("button", { name: /Characters look damaged/ })).toHaveCount(0);
  await page.getByRole("button", { name: "All rows" }).click();
  await expect(main(page).getByRole("grid")).toContainText("José");
});

test("rows to fix are saved, chosen again with the same problems, put right by a rewrite, and sent", async ({ as }) => {
  const page = await as("campaign_manager");
  await openImport(page, campaign);
  await chooseList(page, messyList("spring.csv", first + 30));
  await matchMessyList(page);
  await expect(sumLine(page)).toContainText("6 need fixing");
  const problems = main(page).getByRole("navigation", { name: "Problems" });
  const before = await mustFix(page);
  const saving = page.waitForEvent("download");
  await press(page, "Save rows to fix");
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("spring to fix.csv");
  const text = readFileSync(await saved.path(), "utf8");
  expect(text).toMatch(/^\ufeffcustomer,mobile,first,last,row,problem,suggestion\r\n/);

  await press(page, "Choose another file");
  await chooseList(page, { name: saved.suggestedFilename(), text });
  await matchMessyList(page);
  await expect(sumLine(page)).toContainText("6 rows: 0 will be uploaded, 6 need fixing, 0 duplicates, 0 blank");
  expect(await mustFix(page)).toEqual(before);
  await press(page, /^Use (all|the).*put \+ in front/);
  await expect(sumLine(page)).toContainText("2 will be uploaded, 4 need fixing");
  await problems.getByRole("button", { name: /Name missing/ }).click();
  await press(page, /^Apply.*use the number as the name/);
  await expect(sumLine(page)).toContainText("3 will be uploaded, 3 need fixing");
  await sendAndRead(page, "3 accepted, 0 rejected, 0 duplicates; 3 were uploaded.");
});

/** What the list of problems says must be fixed, with its counts. */
async function mustFix(page: Page) {
  const lists = main(page).getByRole("navigation", { name: "Problems" }).getByRole("list");
  return lists.first().getByRole("button").allTextContents();
}

test("files are read on a thread of our own origin", async ({ as, product }) => {
  const page = await as("campaign_manager");
  const started = page.waitForEvent("worker");
  await openImport(page, campaign);
  expect((await started).url()).toMatch(new RegExp(`^${product.origin}/`));
});

test("support cannot import: no file can be chosen, and the page says why", async ({ as }) => {
  const page = await as("support");
  await openImport(page, campaign);
  await expect(main(page)).toContainText("Your role cannot open this page");
  await expect(page.locator("input[type=file]")).toHaveCount(0);
  const journal = await page.request.get(`/api/console/imports?campaign_id=${campaign}`);
  expect(journal.status()).toBe(403);
});

test("the journal and the audit log tell of a list and hold nobody of it, not even whom the platform refused", async ({
  as,
}) => {
  const page = await as("admin");
  await openImport(page, campaign);
  const known = `${number(first + 50)},Wilhelmina Privately`;
  await reviewList(page, listOf("private.csv", [header, known, "call me,Nobody Else"]));
  await sendAndRead(page, "1 accepted, 0 rejected, 0 duplicates; 1 was uploaded.");
  await press(page, "Upload another list");
  await reviewList(page, listOf("again.csv", [header, known, `${number(first + 51)},Xaver Unheard`]));
  await sendAndRead(page, "1 accepted, 0 rejected, 1 duplicate; 2 were uploaded.");
  for (const path of [`imports?campaign_id=${campaign}`, "audit?limit=500"]) {
    const text = await (await page.request.get(`/api/console/${path}`)).text();
    expect(text).toContain("private.csv");
    expect(text).toContain("again.csv");
    for (const secret of ["Wilhelmina", "Xaver", "Nobody Else", number(first + 50).slice(1)])
      expect(text, path).not.toContain(secret);
  }
});
