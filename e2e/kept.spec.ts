import { readFile } from "node:fs/promises";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { expect, expectSound, expectSoundEverywhere, test } from "./support/test";

test("polls more or less often when a set is chosen, and records the choice", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/settings/platform");
  const polling = page.getByRole("group", { name: "Polling" });
  const row = page.getByRole("listitem").filter({ has: polling });
  await expect(row).toContainText(/Normal: webhook log every minute, campaigns every 30 s\. About [\d,]+ requests/);
  await polling.getByRole("button", { name: "Gentle" }).click();
  await expect(row).toContainText("Gentle: webhook log every 5 min, campaigns every 2 min.");
  await expect(polling.getByRole("button", { name: "Gentle" })).toHaveAttribute("aria-pressed", "true");
  await expectSoundEverywhere(page);
  await polling.getByRole("button", { name: "Normal" }).click();
  await expect(row).toContainText("Normal:");
  await page.goto("/settings/platform/polls");
  await expect(page.getByRole("table", { name: "Recent polls" })).toContainText("Server credentials");
  await page.goto("/audit");
  await expect(page.locator("main")).toContainText("polled the platform gently");
});

test("keeps intervals and what is off until somebody chooses otherwise", async ({ onStage, stage }) => {
  const page = await onStage("admin");
  const set = async (resource: string, data: object) => {
    const headers = { "x-switchboard": "1", "sec-fetch-site": "same-origin" };
    const url = `${stage.product.origin}/api/console/collector/pace/${resource}`;
    expect((await page.request.post(url, { headers, data })).ok()).toBe(true);
  };
  await set("webhooks", { is_on: true, every_seconds: 900 });
  await set("tools", { is_on: false, every_seconds: 3600 });
  await page.goto("/settings/platform");
  const polling = page.getByRole("group", { name: "Polling" });
  const main = page.locator("main");
  await expect(main).toContainText("Own intervals, set before:");
  await expect(polling.locator("[aria-pressed=true]")).toHaveCount(0);
  await expect(main).toContainText("Tools: not polled");
  await polling.getByRole("button", { name: "Normal" }).click();
  await expect(main).toContainText("Normal:");
  await expect(main).toContainText("Tools: not polled");
  await expect(main).toContainText("Switched off by");
  await expectSoundEverywhere(page);
  await page.getByRole("button", { name: "Switch on: Tools" }).click();
  await expect(main).not.toContainText("not polled");
  await expect(main).toContainText("Normal:");
});

test("backs up now, and says when and how large it is", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/settings/data");
  await expect(page.getByRole("region").first()).toHaveAccessibleName("Backups");
  await page.getByRole("region", { name: "Backups" }).getByRole("link", { name: "Open…" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Backups");
  const backups = page.locator("main");
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
  await page.getByRole("button", { name: "Forget…" }).click();
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

  await search.fill(`+49 30 2312 617${info.retry}`);
  await search.press("Enter");
  await page.getByRole("dialog", { name: "Look up a person" }).getByText("Forget this person…").click();
  await expect(dialog.getByRole("listitem")).toHaveText([
    "Nothing is stored of this person.",
    "The number is on the do-not-call list, and stays there.",
  ]);
  await expectSound(page);
});

test("asks before less is kept, and undoes a shorter retention", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/settings/data");
  const stored = page.getByRole("region", { name: "How long to keep" });
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
  await expect(added).toBeAttached();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(added).toBeVisible();
});

test("formats amounts for a German browser, exports numbers, and labels selected records", async ({ as }) => {
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
  const label = async (names: readonly string[], text: string) => {
    for (const [index, name] of names.entries())
      await page
        .getByRole("checkbox", { name: `Select ${name}` })
        .nth(name === names[0] ? index : 0)
        .check();
    await page.getByRole("region", { name: "Selected assistants" }).getByRole("button", { name: "Label…" }).click();
    await page.getByRole("textbox", { name: "Label" }).fill(text);
    await page.keyboard.press("Enter");
  };
  await label(["Owen, outage line", "Jonas, Zählerstände"], "Night desk");
  await expect(page.getByText("2 records labeled “Night desk”.").first()).toBeVisible();
  await label(["Night desk", "Night desk"], "");
  await expect(page.getByText("2 records without a label.").first()).toBeVisible();
});
