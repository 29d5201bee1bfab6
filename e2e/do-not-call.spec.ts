import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { seeded } from "../platform/seed/ids";
import { number, takeNumbers } from "./support/contact-lists";
import { openImport, outcome, prepareList, pressUpload } from "./support/import-wizard";
import { expect, expectSound, test } from "./support/test";

const main = (page: Page) => page.locator("main");
const search = (page: Page) => page.getByRole("searchbox", { name: "Number, with its country code" });

const person = (page: Page) => page.getByRole("dialog", { name: "Look up a person" });

async function lookUp(page: Page, text: string) {
  await search(page).fill(text);
  await page.getByRole("button", { name: "Look up" }).click();
}

async function close(page: Page) {
  await page.keyboard.press("Escape");
  await expect(person(page)).toHaveCount(0);
}

test("adds numbers by hand and from a file, finds them in another spelling and removes them", async ({ as }, info) => {
  // A retry finds the numbers of the attempt before.
  const [berlin, london, leeds] = [`302312507${info.retry}`, `207378724${info.retry}`, `191565715${info.retry}`];
  const support = await as("support");
  await support.goto("/do-not-call");
  await support.keyboard.press("/");
  await expect(search(support)).toBeFocused();
  await lookUp(support, "030 23125071");
  await expect(main(support)).toContainText(
    "This number has no country code. Choose its country, or write the number with + and its code.",
  );
  await support.getByRole("combobox", { name: "Country of the number" }).fill("Germany");
  await support.keyboard.press("Enter");
  await lookUp(support, `(030) 2312-507${info.retry}`);
  await expect(person(support)).toContainText(`+49${berlin}`);
  await expect(person(support)).toContainText("can be called");
  await expect(person(support)).toContainText("Not on the list.");
  await expectSound(support);
  await close(support);
  await support.getByRole("button", { name: "Add a number" }).click();
  const form = support.getByRole("dialog", { name: "Add a number" });
  await form.getByLabel("Number").fill(`0049 (30) 2312-507${info.retry}`);
  await expectSound(support);
  await form.getByRole("button", { name: "Add" }).click();
  await expect(support.getByText(`+49${berlin} (Germany) was added.`).first()).toBeVisible();
  await support.getByRole("row", { name: new RegExp(`\\+49${berlin}`) }).click();
  await expect(person(support)).toContainText("do not call");
  await expect(person(support)).toContainText("asked us, by phone");
  await expect(person(support)).toContainText("Admins and campaign managers can remove numbers.");
  await close(support);
  await expect(support.getByRole("link", { name: "CSV" })).toHaveCount(0);

  const manager = await as("campaign_manager");
  await manager.goto("/do-not-call");
  await manager.getByRole("button", { name: "Add a file…" }).click();
  const text = `0${london.slice(0, 3)} ${london.slice(3)}\r\n0${leeds.slice(0, 3)} ${leeds.slice(3)}\r\ncall me\r\n`;
  await manager
    .locator("input[type=file]")
    .setInputFiles({ name: "tps.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  const file = manager.getByRole("dialog", { name: "Add tps.txt" });
  await expect(file).toContainText("3 rows could not be read as a number");
  await file.getByRole("combobox", { name: "Country of numbers without a country code" }).fill("United Kingdom");
  await manager.keyboard.press("Enter");
  await expect(file).toContainText("1 row could not be read as a number");
  await expect(file).toContainText("Row 3: “call me”");
  await file.getByLabel("Register").selectOption("UK TPS or CTPS");
  await file.getByLabel("Date of the file").fill("2026-01-02");
  await expectSound(manager);
  await file.getByRole("button", { name: "Add 2 numbers" }).click();
  await expect(file).toContainText("2 numbers were added, 0 were on the list already.");
  await file.getByRole("button", { name: "Close" }).click();
  await expect(manager.getByRole("table", { name: "Sources" })).toContainText(/days old, valid 28/);

  await lookUp(manager, `+44 (0)20 7378 724${info.retry}`);
  await expect(person(manager)).toContainText(`+44${london}`);
  await expect(person(manager)).toContainText("register, UK TPS or CTPS: tps.txt");
  await manager.getByRole("button", { name: "Remove…" }).click();
  const question = manager.getByRole("alertdialog");
  await question.getByLabel("Reason").fill(" \u200b");
  await expect(question.getByRole("button", { name: "Remove" })).toBeDisabled();
  await question.getByLabel("Reason").fill("Gave consent by letter");
  await expectSound(manager);
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(person(manager)).toContainText("Not on the list.");
  await expectSound(manager);
});

test("asks whether everybody is blocked when a file has the marks of a register", async ({ as }) => {
  const page = await as("campaign_manager");
  await page.goto("/do-not-call");
  await page.getByRole("button", { name: "Add a file…" }).click();
  const buffer = Buffer.from("+442073787244,OK\r\n+441915657153,TPS\r\n");
  await page.locator("input[type=file]").setInputFiles({ name: "washed.csv", mimeType: "text/csv", buffer });
  const file = page.getByRole("dialog", { name: "Add washed.csv" });
  const add = file.getByRole("button", { name: "Add 2 numbers" });
  await expect(add).toBeDisabled();
  await file.getByRole("radio", { name: "Some of its people may be called" }).check();
  await expect(file.getByRole("link", { name: "Import contacts" })).toBeVisible();
  await expect(add).toBeDisabled();
  await file.getByRole("radio", { name: "Nobody in this file must be called" }).check();
  await expect(add).toBeEnabled();
});

test("saves the list when an admin exports it", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/do-not-call");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^do-not-call.+\.csv$/);
});

test("says where a number was uploaded, and saves the rows left out in the list's own format", async ({ as }) => {
  const page = await as("campaign_manager");
  const campaign = seeded.campaigns.draft;
  const first = takeNumbers(2);
  const sent = number(first);
  const text = `phone_number;name\r\n${sent};Ann Lee\r\nn/a;Zoé Lefèvre\r\n`;
  const savedText = async (press: () => Promise<void>) => {
    const download = page.waitForEvent("download");
    await press();
    return readFileSync(await (await download).path(), "latin1");
  };

  await openImport(page, campaign);
  await prepareList(page, { name: "kunden.csv", text: Buffer.from(text, "latin1") });
  await pressUpload(page);
  await expect(outcome(page)).toContainText("1 row was left out");
  const rows = page.getByRole("link", { name: "Save 1 row left out" });
  const row = "phone_number;name;row;problem;suggestion\r\nn/a;Zoé Lefèvre;3;";
  expect(await savedText(() => rows.click())).toContain(row);
  expect(await savedText(() => page.getByRole("button", { name: "save it with the reason" }).click())).toContain(row);

  await page.goto(`/campaigns/${campaign}?tab=contacts`);
  await lookUp(page, `00${sent.slice(1, 4)} ${sent.slice(4, 7)}-${sent.slice(7)}`);
  await expect(person(page)).toContainText("kunden.csv, row 2");
  await expect(person(page)).toContainText(/by .+, accepted/);
  await expect(person(page)).toContainText("Waiting to be called");
  await expect(person(page)).toContainText("no call seen yet");
  await expect(person(page)).toContainText("Not on the list.");
  await close(page);
  await lookUp(page, number(first + 1));
  await expect(person(page)).toContainText("In no list uploaded here since");
  await close(page);
  expect(await savedText(() => rows.first().click())).toContain(row);
  await expectSound(page);

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find" }).fill(sent);
  await page.getByRole("option", { name: `Who was called at ${sent}?` }).click();
  await expect(person(page)).toContainText("kunden.csv, row 2");
  await expectSound(page);
  await close(page);
  expect(page.url()).not.toContain(sent.slice(1));

  const viewer = await as("viewer");
  await viewer.goto(`/campaigns/${campaign}?tab=contacts`);
  await expect(viewer.getByRole("region", { name: "Results" })).toBeVisible();
  await expect(viewer.getByRole("region", { name: "Look up a person" })).toHaveCount(0);
  await viewer.keyboard.press("Control+k");
  await viewer.getByRole("combobox", { name: "Find" }).fill(sent);
  await expect(viewer.getByRole("dialog", { name: "Find" })).toContainText("No match.");
});
