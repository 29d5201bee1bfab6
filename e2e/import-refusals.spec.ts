import type { Page } from "@playwright/test";
import { seeded } from "../platform/seed/ids";
import { number } from "./support/contact-lists";
import { checkList, chooseList, listOf, openImport, pressUpload, sumLine, uploadButton } from "./support/import-wizard";
import { countPresses } from "./support/presses";
import { expect, test } from "./support/test";

const campaign = seeded.campaigns.draft;
const first = 7_300_000;
const main = (page: Page) => page.locator("main");
const step = (page: Page, name: string) => main(page).getByRole("heading", { name });
const shots = process.env.SHOTS;

/** Pictures for whoever looks at them. Without `SHOTS`, none. */
async function picture(page: Page, name: string) {
  if (!shots) return;
  await page.screenshot({ path: `${shots}/${name}-1440-light.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${shots}/${name}-390-dark.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("leaves out the rows whose notes say no, and lets a person put one back", async ({ as }) => {
  const page = await as("admin");
  await openImport(page, campaign);
  const notes = [
    "Please do not call again",
    "CUSTOMER DECEASED 3/11",
    "Never call her Maggie",
    "do not call before 10",
    "",
  ];
  const rows = notes.map((note, index) => `${number(first + index)},Ann Lee,${note}`);
  await checkList(page, listOf("notes.csv", ["phone_number,name,notes", ...rows]));
  await expect(sumLine(page)).toContainText("2 will be uploaded, 3 left out because the row says no");
  await expect(step(page, "The row says not to call: 3 rows")).toBeVisible();
  await expect(main(page)).toContainText("notes: CUSTOMER DECEASED 3/11. Left out unless this person may be called.");
  await picture(page, "notes-review");
  await main(page).getByRole("button", { name: "Put back row 4" }).click();
  await expect(sumLine(page)).toContainText("3 will be uploaded, 2 left out because the row says no");
  await main(page)
    .getByRole("button", { name: /^Continue with 3 contacts/ })
    .click();
  await expect(uploadButton(page)).toBeEnabled();
  await expect(main(page)).toContainText("1 with notes: Please do not call again");
  await picture(page, "notes-upload");
});

test("asks what the marks of a register mean before the list can be checked", async ({ as }) => {
  const page = await as("admin");
  await openImport(page, campaign);
  const marks = ["N", "Y", "Registered", "Invalid", "N"];
  const rows = marks.map((mark, index) => `Ann Lee,${number(first + 20 + index)},${mark}`);
  await chooseList(page, listOf("washed-au.csv", ["Name,Phone,Washed status", ...rows]));
  const check = main(page).getByRole("button", { name: "Check the list" });
  await expect(main(page)).toContainText("A register seems to have marked these people.");
  await expect(check).toBeDisabled();
  await picture(page, "washed-columns");
  await main(page).getByRole("checkbox", { name: "N 2" }).check();
  await check.click();
  await expect(sumLine(page)).toContainText("2 will be uploaded, 3 left out by a column's value");
});

test("calls three countries without a choice, in one press from the file", async ({ as }) => {
  const page = await as("admin");
  const presses = await countPresses(page);
  await openImport(page, campaign);
  const country = ["DE", "UK", "USA"];
  const national = [(n: number) => `030 2313${n}`, (n: number) => `020 7946 ${n}`, (n: number) => `(212) 555-${n}`];
  const rows = Array.from({ length: 30 }, (_, index) => {
    const which = index % country.length;
    return `${national[which]?.(1000 + index)},Ann Lee,${country[which]}`;
  });
  await chooseList(page, listOf("three.csv", ["Phone,Name,Country", ...rows]));
  await expect(main(page)).toContainText(
    "Country: Germany 10, United Kingdom 10, United States 10, used for each row.",
  );
  await expect(main(page).getByRole("combobox", { name: /^Country of/ })).toHaveCount(0);
  await picture(page, "countries-columns");
  await main(page).getByRole("button", { name: "Check the list" }).click();
  await expect(uploadButton(page)).toBeEnabled();
  await expect(main(page)).toContainText("Numbers of 3 countries: Germany 10");
  await presses.atMost(1);
});

test("says where it is sent that a national list fits another country better", async ({ as }) => {
  const page = await as("admin");
  await openImport(page, campaign);
  const prefixes = ["0151 9478", "0160 9478", "0170 578", "0176 9478", "0179 578"];
  const rows = prefixes.flatMap((prefix) =>
    Array.from({ length: 6 }, (_, index) => `${prefix}${3100 + index},Ann Lee`),
  );
  await chooseList(page, listOf("german.csv", ["Phone,Name", ...rows]));
  await main(page).getByRole("combobox", { name: "Country of numbers without a country code" }).fill("Austria");
  await page.keyboard.press("Enter");
  await expect(main(page)).toContainText("All 30 fit Germany as mobiles; in Austria they are landlines.");
  await picture(page, "wrong-country-columns");
  await main(page).getByRole("button", { name: "Check the list" }).click();
  const next = main(page).getByRole("button", { name: /^Continue with/ });
  await expect(next.or(uploadButton(page))).toBeVisible();
  if (await next.isVisible()) await next.click();
  await expect(main(page)).toContainText("All 30 fit Germany as mobiles; in Austria they are landlines.");
  await expect(main(page)).toContainText("30 numbers without a country code are read as numbers in Austria.");
  await picture(page, "wrong-country-upload");
  await main(page).getByRole("button", { name: "Change the country" }).click();
  await main(page).getByRole("button", { name: "Read them as numbers in Germany" }).click();
  await expect(main(page)).not.toContainText("in Austria they are");
});

test("blocks all numbers of a file, and leaves a whole row out for one of them", async ({ as }, info) => {
  const numbers = [0, 1, 2, 3].map((index) => number(first + 40 + index + 10 * info.retry));
  const page = await as("admin");
  await page.goto("/do-not-call");
  await page.getByRole("button", { name: "Add a file…" }).click();
  const text = [
    "Home phone,Mobile phone,Date",
    `${numbers[0]},${numbers[1]},2026-11-01`,
    `${numbers[2]},,2026-11-02`,
    "",
  ];
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "own.csv", mimeType: "text/csv", buffer: Buffer.from(text.join("\n")) });
  const file = page.getByRole("dialog", { name: "Add own.csv" });
  await expect(file).toContainText("3 numbers in 2 rows");
  const other = file.getByRole("checkbox", { name: "Home phone" });
  await other.uncheck();
  await expect(file).toContainText("Numbers in Home phone are not added. They can still be called.");
  await picture(page, "block-file");
  await other.check();
  await file.getByRole("button", { name: "Add 3 numbers" }).click();
  await expect(file).toContainText("3 numbers were added");
  await file.getByRole("button", { name: "Close" }).click();

  await openImport(page, campaign);
  const rows = [`Ann Lee,${numbers[3]},${numbers[0]}`, `Bo Ray,${number(first + 80)},`];
  await chooseList(page, listOf("people.csv", ["Name,Mobile,Home phone", ...rows]));
  await main(page).getByRole("button", { name: "Check the list" }).click();
  await expect(uploadButton(page)).toHaveText(/Upload 1 contact/);
  await expect(main(page)).toContainText("1 on the do-not-call list");
  await picture(page, "blocked-beside-upload");
  await pressUpload(page);
  await expect(main(page)).toContainText("1 on the do-not-call list");
});

test("sends a German list with notes, two numbers and bad cells in at most ten presses", async ({ as }) => {
  const page = await as("admin");
  const presses = await countPresses(page);
  await page.goto(`/campaigns/${campaign}`);
  const rows = [
    ...Array.from({ length: 8 }, (_, nth) => `Jörg Groß ${nth};030 2314${5000 + nth};0151 2314${5000 + nth};nein;;`),
    "Zoë Weiß;030 23145101;;ja;;",
    "Max Moor;030 23145102;;nein;bitte nicht mehr anrufen;",
    "Eva Kern;;0151 23145103;nein;;01.02.2024",
    "Ute Lang;030 23145104;siehe Notiz;nein;nicht vor 10 Uhr anrufen;",
    "Udo Klein (verst.);030 23145105;;nein;;",
    "Ina Horn;030 23145106;4,91723E+12;nein;falscher Anschluss;",
  ];
  const text = ["Name;Telefon;Mobil;Werbesperre;Bemerkung;Sterbedatum", ...rows, ""].join("\r\n");
  const chooser = page.waitForEvent("filechooser");
  await main(page).getByRole("link", { name: "Import contacts" }).click();
  await (await chooser).setFiles({ name: "kunden.csv", mimeType: "text/csv", buffer: Buffer.from(text, "latin1") });
  const country = main(page).getByRole("combobox", { name: "Country of numbers without a country code" });
  await country.fill("DE");
  await page.keyboard.press("Enter");
  await picture(page, "german-columns");
  await main(page)
    .getByRole("checkbox", { name: /^empty/ })
    .check();
  await main(page).getByRole("button", { name: "Check the list" }).click();
  await expect(sumLine(page)).toContainText("9 will be uploaded");
  await picture(page, "german-review");
  await main(page)
    .getByRole("button", { name: /^Continue with 9 contacts/ })
    .click();
  await picture(page, "german-upload");
  await expect(uploadButton(page)).toBeEnabled();
  await pressUpload(page);
  await presses.atMost(10);
});
