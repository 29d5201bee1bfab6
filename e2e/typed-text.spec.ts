import { expect, test } from "./support/test";

const kept = "Still open, because you have typed something.";

test("keeps a dialog and its text when somebody presses beside it or Esc", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/team");
  const dialog = page.getByRole("dialog", { name: "Add a person" });
  const open = async () => {
    await page.getByRole("button", { name: "Add a person" }).click();
    await expect(dialog).toBeVisible();
  };
  const email = dialog.getByLabel("Email");
  await open();
  await page.mouse.click(20, 880);
  await expect(dialog).toBeHidden();
  await open();
  await email.fill("new@fernhill.example");
  await page.mouse.click(20, 880);
  await expect(dialog.getByText(kept)).toBeVisible();
  await expect(email).toHaveValue("new@fernhill.example");
  await email.press("End");
  await email.pressSequentially("s");
  await expect(dialog.getByText(kept)).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(dialog.getByText(kept)).toBeVisible();
  await expect(email).toHaveValue("new@fernhill.examples");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await open();
  await email.fill("new@fernhill.example");
  await page.mouse.click(20, 880);
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
});

test("keeps a note and its record when somebody presses another row", async ({ as }) => {
  const page = await as("support");
  await page.goto("/phone-numbers");
  const rows = page.locator("main tr[data-row-id]");
  await rows.first().click();
  const drawer = page.getByRole("complementary", { name: "Phone number" });
  const about = page.url();
  await drawer.getByRole("button", { name: "Add a note" }).click();
  const note = page.getByRole("dialog", { name: "Note" });
  const text = note.getByRole("textbox", { name: "Note" });
  await text.fill("Asked the carrier for the port date.");
  await rows.nth(3).click();
  await expect(note.getByText(kept)).toBeVisible();
  await expect(text).toHaveValue("Asked the carrier for the port date.");
  expect(page.url()).toBe(about);
  await drawer.getByRole("button", { name: "Add a note" }).click();
  await expect(text).toHaveValue("Asked the carrier for the port date.");
  await page.keyboard.press("Escape");
  await expect(note).toBeHidden();
  await expect(drawer).toBeVisible();
  await rows.nth(3).click();
  await expect(page).not.toHaveURL(about);
});

test("closes a popover with a press beside it when nothing was typed", async ({ as }) => {
  const page = await as("support");
  await page.goto("/phone-numbers");
  await page.locator("main tr[data-row-id]").first().click();
  await page.getByRole("complementary", { name: "Phone number" }).getByRole("button", { name: "Add a note" }).click();
  const note = page.getByRole("dialog", { name: "Note" });
  await note.getByRole("textbox", { name: "Note" }).fill("  ");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(note).toBeHidden();
});
