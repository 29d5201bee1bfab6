import type { Locator, Page } from "@playwright/test";
import { seeded } from "../platform/seed/ids";
import { messyList, number } from "./support/contact-lists";
import { openImport, pressUpload, stepHeading, sumLine, uploadButton } from "./support/import-wizard";
import { expect, test } from "./support/test";

const first = 1_000_000;

test("imports a list by keyboard alone, with focus on the heading of each step", async ({ as }) => {
  const page = await as("campaign_manager");
  const keys = page.keyboard;
  const main = page.locator("main");
  const button = (name: string | RegExp) => main.getByRole("button", { name });
  // Waits before the key is pressed, because Chromium reports choosers late.
  const chooser = page.waitForEvent("filechooser");
  await openImport(page, seeded.campaigns.draft);

  await tabTo(page, button(/Choose a file, or drop it here/));
  await keys.press("Enter");
  const { name, text } = messyList("by keyboard.csv", first);
  await (await chooser).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await expect(stepHeading(page)).toBeFocused();
  await expect(stepHeading(page)).toHaveText("Match columns");
  await expect(main).toContainText("Read as UTF-8 with semicolons, a header row.");
  await tabTo(page, button(/^Change how the file is read/));
  await keys.press("Enter");

  await tabTo(page, main.getByRole("combobox", { name: "Separator" }));
  await keys.press("ArrowUp");
  await expect(main).toContainText("Read as UTF-8 with commas, a header row.");
  await keys.press("ArrowDown");
  await expect(main).toContainText("Read as UTF-8 with semicolons, a header row.");
  await tabTo(page, main.getByRole("combobox", { name: /Column for phone number/ }));
  await keys.type("m");
  await tabTo(page, main.getByRole("combobox", { name: /Column for name/ }));
  await keys.type("f");
  await tabTo(page, main.getByRole("combobox", { name: /second column for name/ }));
  await keys.type("l");
  await tabTo(page, button("Check the list"));
  await keys.press("Enter");

  await expect(stepHeading(page)).toHaveText(/^Review and fix by keyboard.csv/);
  await expect(stepHeading(page)).toBeFocused();
  await expect(sumLine(page)).toContainText("10 rows: 2 will be uploaded, 6 need fixing, 1 duplicate, 1 blank");

  await test.step("edits cells, uses suggestions, leaves rows out, and undoes each", async () => {
    const grid = main.getByRole("grid");
    const cell = grid.locator("td:focus");
    await expect(grid.getByRole("row").nth(1)).toBeVisible();
    await tabTo(page, grid.locator("td[tabindex='0']"));
    await expect(cell).toContainText(number(first + 2).slice(2));
    await keys.press("Enter");
    await expect(page.getByRole("textbox", { name: "Phone number, row 3" })).toBeFocused();
    await keys.type(number(first + 2));
    await keys.press("Enter");
    await expect(cell).toContainText(number(first + 3).slice(1));
    await expect(sumLine(page)).toContainText("3 will be uploaded, 5 need fixing");
    for (const _ of ["name", "becomes", "use"]) await keys.press("ArrowRight");
    await expect(main.locator("[role=grid] button:focus")).toHaveText("Use");
    await keys.press("Enter");
    await expect(sumLine(page)).toContainText("4 will be uploaded, 4 need fixing");
    // The button disappears with the suggestion. Focus stays in its row.
    await expect(cell).toHaveAttribute("data-column", "becomes");
    await keys.press("Control+z");
    await expect(sumLine(page)).toContainText("3 will be uploaded, 5 need fixing");
    await keys.press("ArrowRight");
    await keys.press("Enter");
    await expect(sumLine(page)).toContainText("4 will be uploaded, 4 need fixing");
    await keys.press("ArrowDown");
    for (const _ of ["use", "leave"]) await keys.press("ArrowRight");
    await expect(main.locator("[role=grid] button:focus")).toHaveText("Leave out");
    await keys.press("Enter");
    await expect(sumLine(page)).toContainText(
      "4 will be uploaded, 3 need fixing, 1 duplicate, 1 blank, 1 left out by you",
    );
    await expect(main.getByRole("heading", { name: "Letters in the number: 2 rows" })).toBeVisible();
    await expect(cell).toHaveText(`+${number(first + 5).slice(1)}x`);
    await keys.press("Control+z");
    await expect(sumLine(page)).toContainText("4 will be uploaded, 4 need fixing, 1 duplicate, 1 blank;");
    await keys.press("ArrowRight");
    await expect(cell).toHaveText("Ed Gil");
    await keys.press("F2");
    await keys.type("Gil");
    await keys.press("Escape");
    await expect(cell).toHaveText("Ed Gil");
  });

  await test.step("applies a rewrite to all rows of its kind", async () => {
    await tabTo(page, button(/^Letters in the number/));
    await keys.press("Enter");
    await expect(main.getByRole("heading", { name: "Letters in the number: 2 rows" })).toBeVisible();
    await tabTo(page, button(/^Name missing/));
    await keys.press("Enter");
    await tabTo(page, button(/^Apply.*Name missing: use the number/));
    await keys.press("Enter");
    await expect(sumLine(page)).toContainText("5 will be uploaded, 3 need fixing");
    await expect(main.locator("#review-problem")).toBeFocused();
  });

  await tabTo(page, button(/^Continue with 5 contacts/));
  await keys.press("Enter");
  await expect(stepHeading(page)).toBeFocused();
  await expect(stepHeading(page)).toHaveText(/^5 new people will be added to /);
  await expect(uploadButton(page)).toBeEnabled();
  await expect(stepHeading(page)).toBeFocused();
  await pressUpload(page, async (button) => {
    await tabTo(page, button);
    await keys.press("Enter");
  });
  await expect(stepHeading(page)).toHaveText(/5 contacts are in /);
  await expect(stepHeading(page)).toBeFocused();
  await expect(main).toContainText("5 accepted, 0 rejected, 0 duplicates; 5 were uploaded.");
  await tabTo(page, main.getByRole("link", { name: "Open the campaign" }));
});

/** Presses Tab until the target has focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}.`);
}
