import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { seeded } from "../lib/platform/seed/ids";
import { matchMessyList, messyList, number } from "./support/contact-lists";
import {
  chooseList,
  listOf,
  openImport,
  outcome,
  pressUpload,
  reviewList,
  sumLine,
  uploadButton,
} from "./support/import-wizard";
import { password, people } from "./support/people";
import { expect, patient, test } from "./support/test";

const campaign = seeded.campaigns.draft;
const first = 3_000_000;
const list = messyList("kept.csv", first);

/** A list in the middle of its review: a rewrite, a typed row. */
async function reviewed(page: Page) {
  await openImport(page, campaign);
  await chooseList(page, list);
  await matchMessyList(page);
  await page.getByRole("button", { name: /^Use (all|the).*put \+ in front/ }).click();
  await expect(sumLine(page)).toContainText("4 will be uploaded, 4 need fixing");
  await page.getByRole("gridcell", { name: number(first + 2).slice(2) }).click();
  await page.keyboard.type(number(first + 2));
  await page.keyboard.press("Enter");
  await expect(sumLine(page)).toContainText("5 will be uploaded, 3 need fixing");
  await expect(page.getByText("Draft saved in this browser for 24 hours")).toBeVisible();
}

test("a reload in the middle of the review asks, and brings the file, the rewrites and the typed rows back", async ({
  as,
}) => {
  const page = await as("campaign_manager");
  await reviewed(page);
  // What was decided is written down when the typing has rested.
  await expect.poll(() => typedRows(page)).toBe(1);
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    await dialog.accept();
    return dialog.type();
  });
  await page.reload();
  expect(await asked).toBe("beforeunload");
  await expect(sumLine(page)).toContainText("10 rows: 5 will be uploaded, 3 need fixing");
  await expect(page.getByRole("heading", { name: "Review and fix kept.csv" })).toBeAttached();
  await page.getByRole("button", { name: "All rows" }).click();
  await expect(page.getByRole("row", { name: /Bo Diaz/ })).toContainText(number(first + 2));
  await page.getByRole("button", { name: /^Cleaned up/ }).click();
  await expect(page.getByRole("button", { name: /^Undo.*put \+ in front/ })).toBeVisible();

  await page.getByRole("button", { name: "Continue with 5 contacts" }).click();
  await pressUpload(page);
  await expect(outcome(page)).toBeVisible();
  const saveThem = page.getByRole("button", { name: "save them with the reasons" });
  await expect(saveThem).toBeVisible();
  await page.getByRole("link", { name: "Workflows" }).click();
  await expect(page).toHaveURL(/\/workflows$/);
  await page.goBack();
  await expect(outcome(page)).toBeVisible();
  const saving = page.waitForEvent("download");
  await saveThem.click();
  expect(readFileSync(await (await saving).path(), "utf8")).toContain("call me");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Choose a file" })).toBeVisible();
  await expect(page.locator("main")).toContainText("Uploads");
  await expect.poll(() => keptThings(page)).toBe(0);
});

test("a link that leads away from a list asks first, and Stay stays", async ({ as }) => {
  const page = await as("campaign_manager");
  await reviewed(page);
  await page.getByRole("link", { name: "Workflows" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave this list?" });
  await expect(question).toContainText(
    "Nothing was uploaded. Your changes are saved in this browser for a day, or until you sign out.",
  );
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toBeHidden();
  await expect(sumLine(page)).toContainText("5 will be uploaded, 3 need fixing");
  await page.getByRole("link", { name: "Workflows" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/workflows$/);
  await page.goBack();
  await expect(sumLine(page)).toContainText("5 will be uploaded, 3 need fixing");
});

test("Back goes to the step before, with everything as it was", async ({ as }) => {
  const page = await as("campaign_manager");
  await reviewed(page);
  await page.getByRole("button", { name: "Continue with 5 contacts" }).click();
  await expect(uploadButton(page)).toBeVisible();
  await page.goBack();
  await expect(sumLine(page)).toContainText("5 will be uploaded, 3 need fixing");
  await page.goBack();
  await expect(page.getByRole("combobox", { name: /second column for name/ })).toHaveValue("3");
  await page.goForward();
  await expect(sumLine(page)).toContainText("5 will be uploaded, 3 need fixing");
});

test("who signs out leaves no contact behind in the browser", async ({ browser, product }) => {
  // A session of its own: signing out ends it.
  const context = await browser.newContext({ baseURL: product.origin });
  const page = patient(await context.newPage());
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(people.campaign_manager.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await openImport(page, campaign);
  await reviewList(page, listOf("left.csv", ["phone_number,name", `${number(first + 50)},Ann`]));
  await expect(page.getByText("Draft saved in this browser for 24 hours")).toBeVisible();
  await expect.poll(() => keptThings(page)).toBe(2);
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const question = page.getByRole("alertdialog", { name: "Sign out and lose the contact list?" });
  await question.getByRole("button", { name: "Stay" }).click();
  expect(await keptThings(page)).toBe(2);
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await question.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await keptThings(page)).toBe(0);
  await context.close();
});

test("what was typed over one list never lands on another that a second tab chose", async ({ as }) => {
  const page = await as("campaign_manager");
  await reviewed(page);
  await expect.poll(() => typedRows(page)).toBe(1);
  const second = patient(await page.context().newPage());
  await openImport(second, campaign);
  await expect(second.locator("main")).toContainText("kept.csv");
  await chooseList(second, listOf("other.csv", ["phone_number,name", ...threeContacts]));
  await second.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => typedRows(second)).toBe(0);
  await expect(second.locator("main")).toContainText("other.csv");
  await expect(second.getByText("Draft saved in this browser for 24 hours")).toBeVisible();

  // The first tab goes on with its own list, which this browser no longer keeps. Its next change says so.
  await page.getByRole("button", { name: "All rows" }).click();
  await page.getByRole("gridcell", { name: number(first + 2), exact: true }).click();
  await page.keyboard.type(number(first + 7));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Not saved in this browser: a reload loses your changes")).toBeVisible();
  expect(await typedRows(page)).toBe(0);
  await second.reload();
  await expect(second.locator("main")).toContainText("other.csv");
  await second.getByRole("button", { name: "Check the list" }).click();
  await expect(sumLine(second)).toContainText("3 rows: 3 will be uploaded");
});

test("a file that cannot be read is not said to be kept, and the list before it does not come back", async ({ as }) => {
  const page = await as("campaign_manager");
  await reviewed(page);
  await expect.poll(() => typedRows(page)).toBe(1);
  await page.getByRole("button", { name: "Choose another file" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await chooseList(page, listOf("first.csv", ["phone_number,name", ...threeContacts]));
  await expect(page.getByText("Draft saved in this browser for 24 hours")).toBeVisible();
  await chooseList(page, {
    name: "picture.csv",
    text: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0]),
  });
  await expect(page.locator("main")).toContainText("picture.csv");
  await expect(page.getByText("Draft saved in this browser for 24 hours")).toHaveCount(0);
  await expect.poll(() => keptThings(page)).toBe(0);
});

test("another file is chosen in place of a list that somebody worked on only when they say so", async ({ as }) => {
  const page = await as("campaign_manager");
  await reviewed(page);
  const choose = page.getByRole("button", { name: "Choose another file" });
  const question = page.getByRole("alertdialog", { name: "Discard this list?" });
  await choose.press("Enter");
  await expect(question).toContainText("Nothing was uploaded. Your changes are lost.");
  await question.getByRole("button", { name: "Stay" }).press("Enter");
  await expect(choose).toBeFocused();
  await expect(sumLine(page)).toContainText("5 will be uploaded, 3 need fixing");
  await choose.press("Enter");
  await question.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Choose a file" })).toBeFocused();
  await expect.poll(() => keptThings(page)).toBe(0);
});

test("after a reload, another file or another reading takes typed rows away only when somebody says so", async ({
  as,
}) => {
  const page = await as("campaign_manager");
  await reviewed(page);
  await expect.poll(() => typedRows(page)).toBe(1);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(sumLine(page)).toContainText("5 will be uploaded, 3 need fixing");
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: /^File/ }).click();
  await chooseList(page, listOf("other.csv", ["phone_number,name", ...threeContacts]));
  const question = page.getByRole("alertdialog", { name: "Discard this list?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("combobox", { name: "Separator" }).selectOption("commas");
  const rows = page.getByRole("alertdialog", { name: "Discard the rows you changed?" });
  await expect(rows).toContainText("Nothing was uploaded. With other settings, the file has other rows.");
  await rows.getByRole("button", { name: "Stay" }).click();
  await expect(page.locator("main")).toContainText("kept.csv");
  expect(await typedRows(page)).toBe(1);
});

test("a page that is chosen while the browser is offline leaves this one where it is", async ({ as }) => {
  // The browser itself complains of what was on its way when the line was cut.
  const page = await as("campaign_manager", { expects: /ERR_INTERNET_DISCONNECTED/ });
  await reviewed(page);
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Workflows" }).click();
  await expect(page.getByText("Other pages open once the connection is back.", { exact: true })).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(sumLine(page)).toContainText("5 will be uploaded, 3 need fixing");
  await page.context().setOffline(false);
});

test("a list that nobody touched for a day, or that somebody else left, is forgotten with the next page", async ({
  as,
}) => {
  const page = await as("campaign_manager");
  await reviewed(page);
  await expect.poll(() => keptThings(page)).toBe(2);
  await page.evaluate(changeKept, { savedAtMs: Date.now() - 25 * 60 * 60 * 1000 });
  const other = patient(await page.context().newPage());
  await other.goto("/campaigns");
  await expect.poll(() => keptThings(other)).toBe(0);

  await openImport(other, campaign);
  await chooseList(other, listOf("left.csv", ["phone_number,name", ...threeContacts]));
  await expect.poll(() => keptThings(other)).toBe(2);
  await other.evaluate(changeKept, { personId: "somebody else" });
  await other.goto("/campaigns");
  await expect.poll(() => keptThings(other)).toBe(0);
});

const threeContacts = [20, 21, 22].map((at) => `${number(first + at)},Contact ${at}`);

/** How many things the browser keeps of lists. */
const keptThings = (page: Page) => page.evaluate(readKept).then((kept) => kept.length);

const typedRows = (page: Page) =>
  page.evaluate(readKept).then((kept) => Math.max(0, ...kept.map(({ edits }) => edits)));

/** Runs in the page: everything in the drafts' database, in short. */
function readKept() {
  return new Promise<{ edits: number }[]>((resolve, reject) => {
    const opening = indexedDB.open("switchboard-imports");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      if (!database.objectStoreNames.contains("drafts")) return resolve([]);
      const reading = database.transaction("drafts").objectStore("drafts").getAll();
      reading.onsuccess = () => {
        database.close();
        resolve(reading.result.map((each) => ({ edits: each.plan?.edits?.size ?? 0 })));
      };
    };
  });
}

/** Runs in the page: rewrites everything that is kept, as time or another person would have. */
function changeKept(change: Record<string, unknown>) {
  return new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open("switchboard-imports");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const writing = opening.result.transaction("drafts", "readwrite");
      const cursor = writing.objectStore("drafts").openCursor();
      cursor.onsuccess = () => {
        cursor.result?.update({ ...cursor.result.value, ...change });
        cursor.result?.continue();
      };
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}
