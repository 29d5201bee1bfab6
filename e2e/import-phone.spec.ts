import { seeded } from "../platform/seed/ids";
import { messyList, number } from "./support/contact-lists";
import { openImport, pressUpload, sumLine, uploadButton } from "./support/import-wizard";
import { expect, expectSound, test } from "./support/test";

const campaign = seeded.campaigns.draft;
const first = 4_000_000;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" } as const;

test("imports a list by touch on a phone, and every step is accessible and fits its width", async ({ as }) => {
  const page = await as("campaign_manager", { context: phone });
  const tap = async (name: string | RegExp) => {
    await page.locator("main").getByRole("button", { name }).tap();
  };
  await openImport(page, campaign);
  const chooser = page.waitForEvent("filechooser");
  await tap(/^Choose a file, or drop it here/);
  const { name, text } = messyList("thumb.csv", first + 900);
  await (await chooser).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await tap(/^Change how the file is read/);
  await expect(page.getByRole("region", { name: "First rows" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("combobox", { name: /^Column for name/ }).selectOption("first");
  await page.getByRole("combobox", { name: /second column for name/ }).selectOption("last");
  await expectSound(page);
  await tap("Check the list");
  await expect(sumLine(page)).toContainText("2 will be uploaded, 6 need fixing");
  await expectSound(page);

  const grid = page.getByRole("grid");
  await grid.getByRole("gridcell", { name: number(first + 902).slice(2), exact: true }).tap();
  const typed = grid.getByRole("textbox", { name: "Phone number, row 3" });
  await expect(typed).toHaveAttribute("inputmode", "tel");
  await typed.fill(number(first + 902));
  await page.keyboard.press("Enter");
  await expect(sumLine(page)).toContainText("3 will be uploaded, 5 need fixing");
  await tap(`Use ${number(first + 903)}`);
  await expect(sumLine(page)).toContainText("4 will be uploaded, 4 need fixing");
  await tap("Leave out row 5");
  await expect(sumLine(page)).toContainText("3 need fixing, 1 duplicate, 1 blank, 1 left out by you");
  await tap(/^Name missing/);
  await tap(/^Apply.*use the number as the name/);
  await expect(sumLine(page)).toContainText("5 will be uploaded, 2 need fixing");
  await expectSound(page);
  await tap("Continue with 5 contacts");
  await expect(uploadButton(page)).toBeEnabled();
  await expectSound(page);
  await pressUpload(page, (button) => button.tap());
  await expect(page.locator("main")).toContainText("5 accepted, 0 rejected, 0 duplicates; 5 were uploaded.");
  await expectSound(page);
});
