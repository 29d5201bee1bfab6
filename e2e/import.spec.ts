import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { idToPath } from "../lib/contract/identifier";
import { makeWorkbook } from "../lib/testing/contacts/make-workbook";
import { readRequest } from "../lib/testing/read-request";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { seeded } from "../platform/seed/ids";
import { matchMessyList, messyList, number, writeLongList } from "./support/contact-lists";
import {
  chooseList,
  dispatchDrag,
  dropFile,
  listOf,
  openImport,
  outcome,
  pressUpload,
  sumLine,
  uploadButton,
} from "./support/import-wizard";
import { expect, listen, test } from "./support/test";

const campaign = seeded.campaigns.draft;
const header = "phone_number,name";
const first = 2_000_000;

const main = (page: Page) => page.locator("main");
const press = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name }).click();

async function upload(page: Page, counts: string) {
  await pressUpload(page);
  await expect(outcome(page)).toBeVisible();
  await expect(main(page)).toContainText(counts);
}

test("uploads a sheet of a workbook without its hidden rows", async ({ as, product }) => {
  const header = ["Mobile", "Full name"];
  const book = await makeWorkbook([
    { name: "Read me", rows: [["Call in March."]] },
    {
      name: "North",
      rows: [
        header,
        [number(first + 1), "North One"],
        [number(first + 2), "North Two"],
        [{ number: "1.2125550199123456E+18" }, "North Three"],
        [number(first + 3), "North Four"],
      ],
      hiddenRows: [5],
    },
    { name: "South", rows: [header, [number(first + 5), "South One"], [number(first + 6), "South Two"]] },
  ]);
  const page = await as("campaign_manager");
  const worker = page.waitForEvent("worker");
  await openImport(page, campaign);
  // Files are read on a thread that our own origin serves.
  expect((await worker).url()).toMatch(new RegExp(`^${product.origin}/`));
  await chooseList(page, { name: "members.xlsx", text: new Uint8Array(await book.arrayBuffer()) });
  await expect(main(page)).toContainText("“North” is read: “Read me” comes first and contains no list.");
  const sheet = page.getByRole("combobox", { name: "Sheet" });
  await sheet.selectOption("“South”, 2 rows");
  await expect(main(page)).toContainText("South Two");
  await sheet.selectOption({ index: 1 });
  await expect(main(page)).toContainText("North Two");
  await press(page, "Check the list");
  await expect(sumLine(page)).toContainText("2 will be uploaded, 1 needs fixing");
  await expect(sumLine(page)).toContainText("1 hidden in the workbook");
  await expect(main(page).getByRole("heading", { name: "Shortened by a spreadsheet: 1 row" })).toBeVisible();
  await press(page, /Hidden in the workbook/);
  await press(page, /^Apply.*upload these rows too/);
  await expect(sumLine(page)).toContainText("3 will be uploaded, 1 needs fixing");
  await press(page, /^Undo/);
  await expect(sumLine(page)).toContainText("1 hidden in the workbook");
  await press(page, /^Continue with/);
  await upload(page, "2 accepted, 0 rejected, 0 duplicates; 2 were uploaded.");
  await page.goto(`/campaigns/${idToPath(campaign)}?tab=contacts`);
  await expect(page.getByRole("region", { name: "Uploads" })).toContainText("members.xlsx");
});

test("uploads cells that are pasted from a spreadsheet", async ({ as }) => {
  const page = await as("campaign_manager");
  await openImport(page, campaign);
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    ["phone_number\tname", `${number(first + 10)}\tPia`, `${number(first + 11)}\tRui`].join("\r\n"),
  );
  await upload(page, "2 accepted, 0 rejected, 0 duplicates; 2 were uploaded.");
});

test("takes a list that is dropped on a campaign, from those who may import", async ({ as }) => {
  const page = await as("campaign_manager");
  await page.goto(`/campaigns/${campaign}?tab=contacts`);
  await expect(page.getByRole("link", { name: "Import contacts" }).last()).toBeVisible();
  const people = [12, 13].map((nth) => `${number(first + nth)},Pia`);
  await dropFile(page, listOf("dropped.csv", [header, ...people]));
  await expect(uploadButton(page)).toHaveText("Upload 2 contacts");
  await expect(page).toHaveURL(/\/contacts\?step=upload$/);
  await expect(main(page)).toContainText("The number in “phone_number” is called. “name” is the name.");
  await press(page, "Change the columns");
  await expect(page.getByRole("heading", { name: "Match columns" })).toBeVisible();
  await dropFile(page, listOf("other.csv", [header, `${number(first + 14)},Rui`]));
  await expect(uploadButton(page)).toHaveText("Upload 1 contact");

  const support = await as("support");
  await support.goto(`/campaigns/${campaign}`);
  await expect(support.getByRole("heading", { level: 1 })).toHaveText("Spring green energy offer");
  await support.evaluate(dispatchDrag, { type: "dragover", name: "a.csv", text: "x" });
  await expect(support.getByText(/Drop the list/)).toHaveCount(0);
});

test("takes a list that is dropped on the list of campaigns, and asks for its campaign", async ({ as }) => {
  const page = await as("campaign_manager");
  await page.goto("/campaigns");
  await expect(page.getByRole("link", { name: "Import contacts" }).last()).toBeVisible();
  await dropFile(page, listOf("later.csv", [header, `${number(first + 15)},Pia`]));
  await expect(page).toHaveURL(/\/import/);
  await expect(main(page)).toContainText("later.csv");
  await expect(main(page)).toContainText("Spring green energy offer");
});

test("asks who may be called although the headers fit, and leaves the others out", async ({ as }) => {
  const page = await as("campaign_manager");
  await openImport(page, campaign);
  const people = ["Ann,no", "Bo,Yes", "Cy,", "Di,No", "Ed,yes"].map(
    (text, index) => `${number(first + 500 + index)},${text}`,
  );
  await chooseList(page, listOf("marked.csv", [`${header},do_not_call`, ...people]));
  const card = page.getByRole("region", { name: "Who must not be called" });
  await expect(card.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await expect(card).toContainText("3 rows are left out");
  await press(page, "Check the list");
  await expect(sumLine(page)).toContainText("5 rows: 2 will be uploaded");
  await press(page, /^Left out by a column's value/);
  await expect(main(page)).toContainText("do_not_call: Yes. Left out in the step Columns.");
  await press(page, /^Continue with/);
  await upload(page, "2 accepted, 0 rejected, 0 duplicates; 2 were uploaded.");
});

test("checks a list without a campaign, and uploads it to the one that is chosen then", async ({ as }) => {
  const page = await as("campaign_manager");
  await page.goto("/import");
  await expect(page.getByRole("heading", { name: "Or choose the campaign first" })).toBeVisible();
  const rows = [`${number(first + 600)},,Ann`, `,${number(first + 601)},Bo`, "none,,Cy"];
  await chooseList(page, listOf("no campaign.csv", ["mobile,landline,name", ...rows]));
  await page.getByRole("combobox", { name: /^Column for phone number/ }).selectOption("mobile");
  await page.getByRole("combobox", { name: /second column for phone number/ }).selectOption("landline");
  await press(page, "Check the list");
  await expect(sumLine(page)).toContainText("3 rows: 2 will be uploaded, 1 needs fixing.");
  await press(page, "All rows");
  await expect(page.getByRole("row", { name: /Bo/ })).toContainText("The number is from “landline”.");
  await press(page, /^Continue with/);
  await expect(page.getByRole("heading", { name: "Choose the campaign for 2 contacts" })).toBeVisible();
  await page.getByRole("table", { name: "Campaigns to import into" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/campaigns\/[^/]+\/contacts\?step=upload/);
  await expect(uploadButton(page)).toHaveText("Upload 2 contacts");
  await page.goto("/import");
  await expect(page.getByRole("heading", { name: "Choose a file" })).toBeVisible();
});

test("reads a file in another encoding when a person chooses it", async ({ as }) => {
  const page = await as("campaign_manager");
  await openImport(page, campaign);
  const rows = main(page).getByRole("region", { name: "First rows" });
  const text = [header, `${number(first + 20)},Zoë Müller`, `${number(first + 21)},Ana Núñez`].join("\r\n");
  await chooseList(page, { name: "old export.csv", text: Buffer.from(text, "latin1") });
  // Two names are too few to be sure of the encoding, so the choices are open.
  await expect(main(page)).toContainText("Read as Windows-1252. Other encodings would change these lines:");
  await expect(rows).toContainText("Ana Núñez");
  await page
    .getByRole("button", { name: /^Read it as / })
    .first()
    .click();
  await expect(rows).not.toContainText("Ana Núñez");
  await page.getByRole("combobox", { name: "Encoding" }).selectOption("Windows-1252");
  await expect(rows).toContainText("Ana Núñez");
});

test("saves the rows to fix, reads them again and uploads them when they are fixed", async ({ as }) => {
  const page = await as("admin");
  await openImport(page, campaign);
  await chooseList(page, messyList("spring.csv", first + 30));
  await matchMessyList(page);
  await expect(sumLine(page)).toContainText("6 need fixing");
  const saving = page.waitForEvent("download");
  await press(page, "Save rows to fix");
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("spring to fix.csv");
  const text = readFileSync(await saved.path(), "utf8");
  expect(text).toMatch(/^\ufeffcustomer;mobile;first;last;row;problem;suggestion\r\n/);

  await chooseList(page, { name: saved.suggestedFilename(), text });
  await matchMessyList(page);
  await expect(sumLine(page)).toContainText("6 rows: 0 will be uploaded, 6 need fixing");
  await press(page, /^Use (all|the).*put \+ in front/);
  await expect(sumLine(page)).toContainText("2 will be uploaded, 4 need fixing");
  await main(page)
    .getByRole("navigation", { name: "Problems" })
    .getByRole("button", { name: /Name missing/ })
    .click();
  await press(page, /^Apply.*use the number as the name/);
  await press(page, /^Continue with/);
  await upload(page, "3 accepted, 0 rejected, 0 duplicates; 3 were uploaded.");

  for (const address of [`imports?campaign_id=${campaign}`, "audit?limit=500"]) {
    const stored = await storedAt(page, address);
    expect(stored).toContain("spring to fix.csv");
    for (const contact of ["Bo Diaz", "Ed Gil", number(first + 32).slice(1)])
      expect(stored, address).not.toContain(contact);
  }
});

test("uploads 50,000 rows: each is counted once, and every byte arrives", async ({ as, product }) => {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-long-list-"));
  const path = join(folder, "long.csv");
  const { counts, sha256 } = await writeLongList(path, 50_000);
  // A comparison of the campaign manager with this campaign, as other tests make it, would end this one.
  const page = await as("admin");
  const complaints = listen(page);
  const uploadedBefore = await contactsOf(product.platform);
  await openImport(page, campaign);
  await main(page).locator("input[type=file]").setInputFiles(path);
  const figure = (count: number) => count.toLocaleString("en-US");
  const { sent, toFix, duplicate, blank } = counts;
  await expect(sumLine(page)).toContainText(
    `50,000 rows: ${figure(sent)} will be uploaded, ${figure(toFix)} need fixing, ${figure(duplicate)} duplicates, ${figure(blank)} blank`,
  );
  await press(page, `Continue with ${figure(sent)} contacts`);
  await uploadButton(page).waitFor();
  await pressUpload(page);
  await expect(outcome(page)).toBeVisible({ timeout: timeoutMs(120_000) });
  await expect(main(page)).toContainText(
    `${figure(sent)} accepted, 0 rejected, 0 duplicates; ${figure(sent)} were uploaded.`,
  );
  expect(await contactsOf(product.platform)).toBeGreaterThanOrEqual(uploadedBefore + sent);
  expect(await storedAt(page, `imports?campaign_id=${campaign}`)).toContain(sha256);
  expect(complaints).toEqual([]);
  rmSync(folder, { recursive: true });
});

/** The text of what the console stores. */
async function storedAt(page: Page, address: string) {
  const { path, init } = readRequest(`/api/console/${address}`);
  const { method, headers, body } = init;
  const options = {
    method,
    headers: { ...headers, "x-switchboard": "1", "sec-fetch-site": "same-origin" },
    ...(body ? { data: body } : {}),
  };
  return (await page.request.fetch(path, options)).text();
}

/** The number of contacts that the platform itself stores. */
async function contactsOf({ address, key }: { address: string; key: string }): Promise<number> {
  const response = await fetch(`${address}/v1/campaigns/${campaign}`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = (await response.json()) as { data: { total_contacts: number } };
  return data.total_contacts;
}
