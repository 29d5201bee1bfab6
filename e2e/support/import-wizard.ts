import { writeFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { undoMs } from "../../lib/contract/console/automation/planned";
import { timeoutMs } from "../../lib/testing/timeout-ms";

export type List = { name: string; text: string | Uint8Array };

export const listOf = (name: string, rows: readonly string[]): List => ({ name, text: `${rows.join("\r\n")}\r\n` });

export const openImport = (page: Page, campaign_id: string) => page.goto(`/campaigns/${campaign_id}/contacts`);

/** Chooses a file, with *Choose another file* if the page has a list. */
export async function chooseList(page: Page, { name, text }: List) {
  const input = page.locator("main input[type=file]");
  const another = page.getByRole("button", { name: "Choose another file" });
  await expect(input.or(another)).toBeAttached();
  const isLarge = text.length >= 1_000_000;
  const path = test.info().outputPath(name);
  // The browser reads a large list from a file. Playwright would send it as one message.
  if (isLarge) writeFileSync(path, text);
  const file = isLarge ? path : { name, mimeType: "text/csv", buffer: Buffer.from(text) };
  if (!(await another.isVisible())) return input.setInputFiles(file);
  const chooser = page.waitForEvent("filechooser");
  await another.click();
  await (await chooser).setFiles(file);
}

/** Drops a file on the page, as from the desktop. Returns when the page has taken it. */
export async function dropFile(page: Page, { name, text }: List) {
  const target = page.getByText(/Drop the list to import it/);
  const drag = { name, text: String(text) };
  // A browser repeats it while the file is dragged. A dialog that is being closed still takes no file.
  await expect(async () => {
    await page.evaluate(dispatchDrag, { ...drag, type: "dragover" });
    await expect(target).toBeVisible({ timeout: timeoutMs(1_000) });
  }).toPass();
  await page.evaluate(dispatchDrag, { ...drag, type: "drop" });
  await expect(target).toBeHidden();
}

/** Runs in the page. */
export function dispatchDrag({ type, name, text }: { type: string; name: string; text: string }) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name, { type: "text/csv" }));
  document.querySelector("main")?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}

/** Checks a list. If its headers are the API's and nothing is in doubt, no press is needed. */
export async function checkList(page: Page, list: List) {
  await chooseList(page, list);
  const check = page.getByRole("button", { name: "Check the list" });
  const isPast = sumLine(page)
    .or(page.getByRole("heading", { name: /^Upload / }))
    .or(uploadHeading(page));
  await expect(check.or(isPast).first()).toBeVisible();
  if (await check.isVisible()) await check.click();
}

/** Opens the last step without pressing its button. The review opens first if there is something to decide. */
export async function prepareList(page: Page, list: List) {
  await checkList(page, list);
  const next = page.getByRole("button", { name: /^Continue with/ });
  await expect(next.or(uploadButton(page))).toBeVisible();
  if (await next.isVisible()) await next.click();
  await expect(uploadButton(page)).toBeEnabled();
}

export async function uploadList(page: Page, list: List) {
  await prepareList(page, list);
  await pressUpload(page);
}

/** Uploads. Confirms if the list has many people. Returns when it can no longer be undone. */
export async function pressUpload(page: Page, press = (button: Locator) => button.click()) {
  await expect(uploadButton(page)).toBeEnabled();
  const count = (await uploadButton(page).textContent())?.replaceAll(/\D/g, "") ?? "";
  await press(uploadButton(page));
  const question = page.getByRole("alertdialog");
  const begun = page.getByRole("progressbar", { name: "of the file uploaded" }).or(outcome(page));
  const refused = page.locator("main").getByRole("alert");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(question.or(undo).or(begun).or(refused).first()).toBeVisible();
  if (await question.isVisible()) {
    await question.getByRole("textbox").fill(count);
    await press(question.getByRole("button", { name: /^Upload/ }));
    await expect(undo).toBeVisible();
  }
  if (await undo.isVisible()) await passUndo(page);
  await expect(undo).toBeHidden();
}

/** Sets the browser's clock to when an upload can no longer be undone. */
export async function passUndo(page: Page) {
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + undoMs);
}

/** Heading of the upload once the list was compared. */
const uploadHeading = (page: Page) =>
  page.getByRole("heading", { name: /will be added to|Nobody in this list is new|Choose the campaign for/ });

export const uploadButton = (page: Page) => page.getByRole("button", { name: /^Upload [\d,]+ contacts?/ });

/** The result of an upload. */
export const outcome = (page: Page) => page.getByRole("region", { name: "Outcome of the upload" });

/** The step's heading, which has focus after a change of step. */
export const stepHeading = (page: Page) => page.locator("#import-step");

/** The line of counts, in which each row has one place. */
export const sumLine = (page: Page) => page.locator("[data-sum]");
