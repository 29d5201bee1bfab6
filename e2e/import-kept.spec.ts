import type { Page } from "@playwright/test";
import { seeded } from "../platform/seed/ids";
import { matchMessyList, messyList, number } from "./support/contact-lists";
import {
  checkList,
  chooseList,
  dropFile,
  listOf,
  openImport,
  outcome,
  pressUpload,
  stepHeading,
  sumLine,
  uploadButton,
} from "./support/import-wizard";
import { password, people } from "./support/people";
import { expect, patient, test } from "./support/test";

const campaign = seeded.campaigns.draft;
const campaignName = "Spring green energy offer";
const first = 3_000_000;
const list = messyList("kept.csv", first);
const counts = "5 will be uploaded, 3 need fixing";

/** A list in the middle of its review, with a rewrite and an edited row. */
async function review(page: Page) {
  await openImport(page, campaign);
  await chooseList(page, list);
  await matchMessyList(page);
  await page.getByRole("button", { name: /^Use (all|the).*put \+ in front/ }).click();
  await expect(sumLine(page)).toContainText("4 will be uploaded, 4 need fixing");
  await page.getByRole("gridcell", { name: number(first + 2).slice(2) }).click();
  await page.keyboard.type(number(first + 2));
  await page.keyboard.press("Enter");
  await expect(sumLine(page)).toContainText(counts);
  await expect(page.getByText("Draft saved in this browser for 24 hours")).toBeVisible();
  // Decisions are stored when the person has stopped typing.
  await expect.poll(() => storedEdits(page)).toBe(1);
}

test("keeps a list in review through links, Back, lost connections and a reload", async ({ as }) => {
  // The browser logs requests that fail offline.
  const page = await as("campaign_manager", { expects: /ERR_INTERNET_DISCONNECTED/ });
  const workflows = page.getByRole("link", { name: "Workflows" });
  await review(page);

  await test.step("asks before a link leaves the page", async () => {
    const question = page.getByRole("alertdialog", { name: "Leave this list?" });
    await workflows.click();
    await expect(question).toContainText("Nothing was uploaded. Your changes are saved in this browser for a day");
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(sumLine(page)).toContainText(counts);
    await workflows.click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/workflows$/);
    await page.goBack();
    await expect(sumLine(page)).toContainText(counts);
  });

  await test.step("stays on the page while the browser is offline", async () => {
    await page.context().setOffline(true);
    await workflows.click();
    await expect(page.getByText("Other pages open once the connection is back.", { exact: true })).toBeVisible();
    await expect(sumLine(page)).toContainText(counts);
    await page.context().setOffline(false);
  });

  await test.step("asks before another file replaces the list", async () => {
    const question = page.getByRole("alertdialog", { name: "Discard this list?" });
    const choose = page.getByRole("button", { name: "Choose another file" });
    const chooser = page.waitForEvent("filechooser");
    await choose.press("Enter");
    await (await chooser).setFiles({ name: "b.csv", mimeType: "text/csv", buffer: Buffer.from("phone_number,name\n") });
    await question.getByRole("button", { name: "Stay" }).press("Enter");
    await expect(choose).toBeFocused();
    await dropFile(page, listOf("dropped.csv", ["phone_number,name", ...threeContacts]));
    await question.getByRole("button", { name: "Stay" }).press("Enter");
    await expect(sumLine(page)).toContainText(counts);
  });

  await test.step("returns to earlier steps by Back", async () => {
    await page.getByRole("button", { name: "Continue with 5 contacts" }).click();
    await expect(uploadButton(page)).toBeVisible();
    await page.goBack();
    await expect(sumLine(page)).toContainText(counts);
    await page.goBack();
    await expect(page.getByRole("combobox", { name: /second column for name/ })).toHaveValue("3");
    await page.goForward();
    await expect(sumLine(page)).toContainText(counts);
  });

  await test.step("asks before a reload, and restores file, rewrites and edits after it", async () => {
    const asked = page.waitForEvent("dialog").then(async (dialog) => {
      await dialog.accept();
      return dialog.type();
    });
    await page.reload();
    expect(await asked).toBe("beforeunload");
    await expect(sumLine(page)).toContainText(`10 rows: ${counts}`);
    await page.getByRole("button", { name: "All rows" }).click();
    await expect(page.getByRole("row", { name: /Bo Diaz/ })).toContainText(number(first + 2));
  });

  await test.step("shows the result again after a reload, until another list is chosen", async () => {
    await page.getByRole("button", { name: "Continue with 5 contacts" }).click();
    await pressUpload(page);
    await expect(outcome(page)).toBeVisible();
    const storedRows = page.getByRole("link", { name: /^Save \d+ rows left out$/ });
    await expect(storedRows).toBeVisible();
    await page.reload();
    await expect(storedRows).toBeVisible();
    const row = (name: string) => outcome(page).getByRole("row", { name });
    await expect(row("New")).toContainText("5uploaded");
    await expect(row("Rows in the file")).toContainText("10");
    await expect(row("Accepted by the platform")).toContainText("5The platform counts 5 accepted");
    await page.getByRole("button", { name: "Upload another list" }).click();
    await expect(page.getByRole("heading", { name: "Choose a file" })).toBeVisible();
    await expect(
      page.getByRole("region", { name: "Uploads" }).getByRole("link", { name: /left out$/ }),
    ).not.toHaveCount(0);
    await expect.poll(() => storedItems(page)).toBe(0);
  });
});

test("asks before a list without a campaign replaces a list of the campaign that is chosen", async ({ as }) => {
  const page = await as("campaign_manager");
  await review(page);
  await page.goto("/import");
  await checkList(page, listOf("other.csv", ["phone_number,name", ...threeContacts]));
  const chosen = page
    .getByRole("table", { name: "Campaigns to import into" })
    .getByRole("link", { name: campaignName });
  await chosen.click();
  const question = page.getByRole("alertdialog", { name: "Replace kept.csv (10 rows)?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(stepHeading(page)).toHaveText("Choose the campaign for 3 contacts");
  await chosen.click();
  await question.getByRole("button", { name: "Replace" }).click();
  await expect(uploadButton(page)).toHaveText("Upload 3 contacts");
  await expect(page.locator("main")).toContainText("other.csv");
});

test("never applies edits of one list to a list that another tab chose", async ({ as }) => {
  const page = await as("campaign_manager");
  await review(page);
  const second = patient(await page.context().newPage());
  await openImport(second, campaign);
  await expect(second.locator("main")).toContainText("kept.csv");
  await expect(second.locator("main")).toContainText("open in another tab, too: changes are saved only here");
  await expect(page.locator("main")).toContainText("open in another tab, too: changes are saved only there");
  await chooseList(second, listOf("other.csv", ["phone_number,name", ...threeContacts]));
  await second.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => storedEdits(second)).toBe(0);
  await expect(second.locator("main")).toContainText("other.csv");
  await expect(second.getByText("Draft saved in this browser for 24 hours")).toBeVisible();

  // The first tab continues with its own list, which is no longer stored.
  await page.getByRole("button", { name: "All rows" }).click();
  await page.getByRole("gridcell", { name: number(first + 2), exact: true }).click();
  await page.keyboard.type(number(first + 7));
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toContainText("changes are saved only there");
  expect(await storedEdits(page)).toBe(0);
  await second.reload();
  await expect(second.locator("main")).toContainText("other.csv");
  await second.close();
  await expect(page.getByText("Not saved in this browser: a reload loses your changes")).toBeVisible();
});

test("deletes a stored list after a day, for another person, and at sign-out", async ({ browser, product }) => {
  // Signing out ends the session, so this test has its own.
  const context = await browser.newContext({ baseURL: product.origin });
  const page = patient(await context.newPage());
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(people.campaign_manager.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  const store = async () => {
    await openImport(page, campaign);
    await chooseList(page, listOf("left.csv", ["phone_number,name", ...threeContacts]));
    await expect.poll(() => storedItems(page)).toBe(2);
  };

  for (const change of [{ savedAtMs: Date.now() - 25 * 60 * 60 * 1000 }, { personId: "another-person" }]) {
    await store();
    await page.evaluate(changeStored, change);
    await page.goto("/campaigns");
    await expect.poll(() => storedItems(page)).toBe(0);
  }

  await store();
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const question = page.getByRole("alertdialog", { name: "Sign out and lose the contact list?" });
  await question.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await storedItems(page)).toBe(0);
  await context.close();
});

const threeContacts = [20, 21, 22].map((at) => `${number(first + at)},Contact ${at}`);

/** The number of items that the browser stores of lists. */
const storedItems = (page: Page) => page.evaluate(readStored).then((items) => items.length);

const storedEdits = (page: Page) =>
  page.evaluate(readStored).then((items) => Math.max(0, ...items.map(({ edits }) => edits)));

/** Runs in the page. Returns the number of edits of each item in the drafts' database. */
function readStored() {
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

/** Runs in the page. Changes fields of all items in the drafts' database. */
function changeStored(change: Record<string, unknown>) {
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
