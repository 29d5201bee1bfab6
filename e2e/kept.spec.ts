import { readFile } from "node:fs/promises";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { expect, expectSound, expectSoundEverywhere, test } from "./support/test";

test("shows the number of polls, changes an interval, and records the change", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/settings/data");
  const intervals = page.getByRole("table", { name: "How often the platform is polled" });
  const credentials = intervals.getByRole("row", { name: /^Server credentials/ });
  await expect(credentials).toContainText("12");
  await credentials.getByRole("combobox", { name: "How often: Server credentials" }).selectOption({ label: "hourly" });
  await expect(credentials.getByRole("cell").first()).toHaveText(/^1\b/);
  await page.getByRole("heading", { name: "Recent polls" }).click();
  await expect(page.getByRole("table", { name: "Recent polls" })).toContainText("Server credentials");
  await expectSound(page);
  await page.goto("/audit");
  await expect(page.locator("main")).toContainText("changed how often the platform is polled for credentials");
});

test("backs up now, and says when and how large it is", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/settings/data");
  const backups = page.getByRole("region", { name: "Backups" });
  await expect(page.getByRole("region").first()).toHaveAccessibleName("Backups");
  await backups.getByRole("button", { name: "Back up now" }).click();
  await expect(backups).toContainText(/Last backup.*, [\d.]+ [kM]B, in \/\S+\/backups\./, {
    timeout: timeoutMs(30_000),
  });
  await expect(backups).toContainText(/Backups are in \/\S+\/backups, on this server’s disk/);
  await expect(backups).toContainText("The secret that opens them is SWITCHBOARD_SECRET");
  await expectSoundEverywhere(page);
  await page.goto("/audit");
  await expect(page.locator("main")).toContainText("made a backup");
});

test("reports what is stored of a person, and erases it after the last digits were typed", async ({ as }, info) => {
  // A retry finds nothing of the attempt before.
  const lastFour = `518${info.retry}`;
  const page = await as("admin");
  await page.goto("/do-not-call");
  const search = page.getByRole("searchbox", { name: "Number, with its country code" });
  await page.getByRole("button", { name: "Add a number" }).click();
  const form = page.getByRole("dialog", { name: "Add a number" });
  await form.getByLabel("Number").fill(`+49 30 2312 617${info.retry}`);
  await form.getByLabel("Source").fill(`by phone from 030 / 2312${lastFour}`);
  await form.getByRole("button", { name: "Add" }).click();
  await expect(page.locator("main")).toContainText(`from 030 / 2312${lastFour}`);

  await page.goto("/settings/data");
  await page.getByRole("button", { name: "Forget a person…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Forget a person" });
  await search.fill(`0049 (30) 2312-${lastFour}`);
  await dialog.getByRole("button", { name: "Look up" }).click();
  await expect(dialog.getByRole("listitem")).toHaveText(["1 other row"]);
  await expectSound(page);
  await expect(dialog.getByRole("checkbox", { name: "Add the number to the do-not-call list" })).not.toBeChecked();
  await dialog.getByRole("checkbox", { name: "Add the number to the do-not-call list" }).check();
  await dialog.getByLabel("Reason").fill("Asked by mail");
  const erase = dialog.getByRole("button", { name: "Erase" });
  await expect(erase).toBeDisabled();
  await dialog.getByLabel("Type the last four digits to confirm").fill(lastFour);
  await erase.click();
  const done = page.getByRole("dialog", { name: "The person was erased" });
  await expect(done.getByRole("listitem")).toHaveText([
    "1 other row",
    "The number is on the do-not-call list, and stays there.",
  ]);
  await expectSound(page);
  await done.getByRole("button", { name: "Close" }).click();
  await page.goto("/audit");
  await expect(page.locator("main")).toContainText(`erased a person with a number ending ${lastFour}`);
  await page.goto("/do-not-call");
  await expect(page.locator("main")).toContainText("by phone from [erased]");
});

test("asks before less is kept or polling stops, and undoes a shorter retention", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/settings/data");
  const stored = page.getByRole("region", { name: "Stored data" });
  const days = stored.getByRole("combobox", { name: "How long: Campaign progress" });
  const dialog = page.getByRole("alertdialog");
  await days.selectOption({ label: "1 day" });
  await expect(dialog).toContainText("Keep “Campaign progress” for only 1 day?");
  await expect(dialog).toContainText("Nothing is deleted before");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(days).toHaveValue("30");
  await days.selectOption({ label: "1 day" });
  await dialog.getByRole("button", { name: "Keep for 1 day" }).click();
  await expect(stored).toContainText("Shortens to 1 day on");
  await expect(days).toHaveValue("30");
  await expectSound(page);
  await stored.getByRole("button", { name: "Undo: Campaign progress" }).click();
  await expect(stored).not.toContainText("Shortens to");

  const log = page.getByRole("table", { name: "How often the platform is polled" }).getByRole("switch", {
    name: "Webhook log",
  });
  await log.click();
  await expect(dialog).toContainText("it is unknown which deliveries arrive");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(log).toBeChecked();
});

test("adds a pasted column of IDs to the registry, each once", async ({ as }) => {
  const page = await as("admin", { expects: /status of 404/ });
  await page.goto("/tools");
  await page.getByRole("button", { name: "Add tools" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tools" });
  await dialog.getByLabel("IDs").fill("tool_pasted_1\ntool_pasted_2, tool_pasted_1\nnot an ID");
  await expect(dialog).toContainText("2 IDs found, 1 left out");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Add 2" }).click();
  const added = page.getByRole("row", { name: /tool_pasted_2/ });
  await expect(added).toContainText("added by");
  await expect(dialog).toBeHidden();
});

test("formats amounts for a German browser, exports numbers, and pins selected records", async ({ as }) => {
  const page = await as("admin", { context: { locale: "de-DE" } });
  await page.goto("/phone-numbers");
  await expect(page.getByText("Monthly cost", { exact: true })).toBeVisible();
  await expect(page.locator("main")).toContainText(/\d,\d{2}GBP/);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const sheet = await readFile(await (await saving).path(), "utf8");
  expect(sheet).toMatch(/^\uFEFFid,phone_number,/);
  expect(sheet).toMatch(/,\d+\.\d{2},/);

  await page.goto("/assistants");
  for (const change of ["pinned", "unpinned"]) {
    for (const name of ["Owen, outage line", "Jonas, Zählerstände"])
      await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await page
      .getByRole("region", { name: "Selected assistants" })
      .getByRole("button", { name: change === "pinned" ? "Pin" : "Unpin", exact: true })
      .click();
    await expect(page.getByText(`2 records ${change}.`).first()).toBeVisible();
  }
});
