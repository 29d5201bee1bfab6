import type { Locator, Page } from "@playwright/test";
import { seeded } from "../lib/platform/seed/ids";
import { matchMessyList, messyList, number } from "./support/contact-lists";
import { chooseList, openImport, outcome, pressUpload, sumLine, uploadButton } from "./support/import-wizard";
import { desktopLooks, wear } from "./support/looks";
import { expect, expectSound, test } from "./support/test";

const campaign = seeded.campaigns.draft;
const first = 4_000_000;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("every step of an import is whole and accessible in both themes and on a phone", async ({ as }) => {
  const page = await as("campaign_manager");
  const sound = async (step: string, shows: Locator = page.locator("main")) => {
    for (const look of ["light at 390 px", ...desktopLooks] as const)
      await test.step(`${step}, ${look}`, async () => {
        await wear(page, look);
        await expect(shows).toBeVisible();
        await expectSound(page);
      });
  };
  await openImport(page, campaign);
  await chooseList(page, { name: "names.csv", text: Buffer.from("phone_number,name\n+12125550100,Zoë\n", "latin1") });
  await sound(
    "a file whose encoding is guessed",
    page.getByText("Read as Windows-1252. Are the marked letters right?"),
  );
  await page.getByRole("button", { name: "Try another encoding" }).click();
  await sound("the next likely encoding", page.getByRole("button", { name: /^Read it as/ }));
  const mixed = ["phone_number,name\n+12125550100,Zoë Noé\n", "+12125550101,Ana Ñ\n"] as const;
  await chooseList(page, {
    name: "mixed.csv",
    text: Buffer.concat([Buffer.from(mixed[0]), Buffer.from(mixed[1], "latin1")]),
  });
  const refusal = page.getByRole("alert").first();
  await expect(refusal).toContainText("This file is not UTF-8 all the way through");
  await sound("a file that is refused", refusal);
  await chooseList(page, messyList("looks.csv", first));
  await sound("first rows", page.getByRole("region", { name: "First rows" }));
  await page.getByRole("button", { name: "Match columns" }).click();
  await sound("columns");
  await page.goBack();
  await matchMessyList(page);
  await expect(sumLine(page)).toContainText("2 will be uploaded, 6 need fixing");
  await sound("review", page.getByRole("grid").or(page.getByRole("heading", { name: "Row 3" })));
  await page.getByRole("button", { name: /^Same number more than once/ }).click();
  await sound("review of duplicates");
  await page.getByRole("button", { name: "Continue with 2 contacts" }).click();
  await expect(uploadButton(page)).toBeEnabled();
  await sound("upload", uploadButton(page));
  await pressUpload(page);
  await expect(outcome(page)).toBeVisible();
  await sound("result");
  await page.getByRole("button", { name: "Upload another list" }).click();
  await expect(page.locator("main")).toContainText("looks.csv");
  await sound("the journal");
});

test("a list is imported with a thumb on a phone, and no step scrolls sideways", async ({ as }) => {
  const page = await as("campaign_manager", { context: phone });
  const tap = async (name: string | RegExp) => {
    await page.locator("main").getByRole("button", { name }).tap();
  };
  await openImport(page, campaign);
  await expectNoSideways(page);
  const chooser = page.waitForEvent("filechooser");
  await tap(/^Choose a file, or drop it here/);
  const { name, text } = messyList("thumb.csv", first + 900);
  await (await chooser).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await expect(page.getByRole("region", { name: "First rows" })).toBeVisible();
  await expectNoSideways(page);
  await tap("Match columns");
  await page.getByRole("combobox", { name: /^Column for name/ }).selectOption("first");
  await page.getByRole("combobox", { name: /second column for name/ }).selectOption("last");
  await expectNoSideways(page);
  await tap("Check the list");
  await expect(sumLine(page)).toContainText("2 will be uploaded, 6 need fixing");
  await expectNoSideways(page);

  await page.getByRole("textbox", { name: "phone_number" }).tap();
  await page.getByRole("textbox", { name: "phone_number" }).fill(number(first + 902));
  await tap("Next row");
  await expect(sumLine(page)).toContainText("3 will be uploaded, 5 need fixing");
  await tap(`Use ${number(first + 903)}`);
  await expect(sumLine(page)).toContainText("4 will be uploaded, 4 need fixing");
  await tap("Next row");
  await tap("Leave out");
  await expect(sumLine(page)).toContainText("3 need fixing, 1 duplicate, 1 blank, 1 left out by you");
  await tap(/^Name missing/);
  await tap(/^Apply.*use the number as the name/);
  await expect(sumLine(page)).toContainText("5 will be uploaded, 2 need fixing");
  await expectNoSideways(page);
  await tap("Continue with 5 contacts");
  await expect(uploadButton(page)).toBeEnabled();
  await expectNoSideways(page);
  await pressUpload(page, (button) => button.tap());
  await expect(page.locator("main")).toContainText("5 accepted, 0 rejected, 0 duplicates; 5 were uploaded.");
  await expectNoSideways(page);
});

async function expectNoSideways(page: Page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
}
