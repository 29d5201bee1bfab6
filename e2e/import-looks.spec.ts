import type { Page } from "@playwright/test";
import { seeded } from "../lib/platform/seeding/ids";
import { matchMessyList, messyList, number } from "./support/contact-lists";
import { chooseList, openImport, sumLine, uploadButton } from "./support/import-wizard";
import { expect, expectSound, test } from "./support/test";

const campaign = seeded.campaigns.draft;
const first = 4_000_000;
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const looks = [
  { name: "light", context: { colorScheme: "light", ...desktop } },
  { name: "dark", context: { colorScheme: "dark", ...desktop } },
  { name: "light at 390 px", context: { colorScheme: "light", ...phone } },
  { name: "dark at 390 px", context: { colorScheme: "dark", ...phone } },
] as const;

for (const [nth, { name, context }] of looks.entries())
  test(`every step of an import is whole and accessible, ${name}`, async ({ as }, info) => {
    test.setTimeout(120_000);
    const page = await as("campaign_manager", { context });
    const sound = async (step: string) => {
      await test.step(step, () => expectSound(page));
      await info.attach(step, { body: await page.screenshot({ fullPage: true }), contentType: "image/png" });
    };
    await openImport(page, campaign);
    await chooseList(page, { name: "names.csv", text: Buffer.from("phone_number,name\n+12125550100,Zoë\n", "latin1") });
    await expect(page.getByRole("alert").first()).toContainText("This file is not UTF-8 text");
    await sound("a file that is refused");
    await chooseList(page, messyList("looks.csv", first + nth * 100));
    await expect(page.getByRole("region", { name: "First rows" })).toBeVisible();
    await sound("first rows");
    await page.getByRole("button", { name: "Match columns" }).click();
    await sound("columns");
    await page.goBack();
    await matchMessyList(page);
    await expect(sumLine(page)).toContainText("2 will be sent, 6 need fixing");
    await expect(page.getByRole("grid").or(page.getByRole("heading", { name: "Row 3" }))).toBeVisible();
    await sound("review");
    await page.getByRole("button", { name: /^Same number more than once/ }).click();
    await sound("review of duplicates");
    await page.getByRole("button", { name: "Continue with 2 contacts" }).click();
    await expect(uploadButton(page)).toBeEnabled();
    await sound("upload");
    await uploadButton(page).click();
    await expect(page.locator("main")).toContainText("The API answered 200");
    await sound("result");
    await page.getByRole("button", { name: "Send another list" }).click();
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
  await expect(sumLine(page)).toContainText("2 will be sent, 6 need fixing");
  await expectNoSideways(page);

  await page.getByRole("textbox", { name: "phone_number" }).tap();
  await page.getByRole("textbox", { name: "phone_number" }).fill(number(first + 902));
  await tap("Next row");
  await expect(sumLine(page)).toContainText("3 will be sent, 5 need fixing");
  await tap(`Use ${number(first + 903)}`);
  await expect(sumLine(page)).toContainText("4 will be sent, 4 need fixing");
  await tap("Next row");
  await tap("Leave out");
  await expect(sumLine(page)).toContainText("3 need fixing, 1 duplicate, 1 blank, 1 left out by you");
  await tap(/^Name missing/);
  await tap(/^Apply.*use the number as the name/);
  await expect(sumLine(page)).toContainText("5 will be sent, 2 need fixing");
  await expectNoSideways(page);
  await tap("Continue with 5 contacts");
  await expect(uploadButton(page)).toBeEnabled();
  await expectNoSideways(page);
  await tap("Upload 5 contacts");
  await expect(page.locator("main")).toContainText("5 accepted, 0 rejected, 0 duplicates; 5 were sent.");
  await expectNoSideways(page);
});

async function expectNoSideways(page: Page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
}
