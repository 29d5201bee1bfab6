import { timeoutMs } from "../lib/testing/timeout-ms";
import { number, plainList } from "./support/contact-lists";
import { openImport, outcome, uploadList } from "./support/import-wizard";
import { startRelay } from "./support/relay";
import { test } from "./support/sending-stage";
import { expect, patient } from "./support/test";

test("sending that is stopped in the middle says what is not known, and the journal says stopped", async ({
  stage,
}) => {
  const { page, main, complaints } = await stage.visit();
  await stage.sendingOf(page, "stopped.csv");
  await page.getByRole("button", { name: "Stop uploading" }).click();
  await expect(main.getByRole("alert")).toContainText(/You stopped at \d+%/);
  await expect(main.getByRole("alert")).toContainText("The platform may have none, some or all of it.");
  await expect(page.locator("#import-step")).toBeFocused();
  await stage.journalOf("stopped.csv").toEqual(["stopped"]);
  expect(stage.uploads()).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.close();
});

test("a line that drops in the middle is said to have dropped, and nothing is sent again by itself", async ({
  browser,
  stage,
}) => {
  const line = await startRelay(stage.product.origin);
  const behind = await browser.newContext({ baseURL: line.origin });
  await behind.addCookies(await stage.context.cookies());
  const { page, main, complaints } = await stage.visit({ from: behind, expected: /Failed to load resource/ });
  await stage.sendingOf(page, "dropped.csv");
  line.cut();
  await expect(main.getByRole("alert")).toContainText(/The connection dropped at \d+%/);
  await expect(main.getByRole("alert")).toContainText("Check the campaign before uploading again.");
  await expect(main).toContainText("The outcome could not be saved.");
  line.mend();
  stage.platform.stall(() => false);
  // Long enough for anything that tries again by itself to have done so.
  await page.waitForTimeout(timeoutMs(3_000));
  expect(stage.uploads()).toHaveLength(1);
  await stage.journalOf("dropped.csv").toEqual([null]);
  expect(complaints).toEqual([]);
  await behind.close();
  line.close();
});

test("a press that the browser sends again by itself after a reset leaves once", async ({
  browser,
  stage,
  campaign,
}) => {
  const line = await startRelay(stage.product.origin);
  const behind = await browser.newContext({ baseURL: line.origin });
  await behind.addCookies(await stage.context.cookies());
  const page = patient(await behind.newPage());
  await page.goto(`/campaigns/${campaign}`);
  await expect(page.locator("main")).toContainText("as it was");
  const letGo = stage.heldAnswer();
  const sends = () => stage.platform.seen.filter(({ method }) => method === "POST");
  stage.platform.seen.length = 0;
  await page.getByRole("button", { name: /^Pause/ }).click();
  await expect.poll(() => sends().length).toBe(1);
  line.reset();
  await expect.poll(() => line.seen("POST")).toBeGreaterThan(1);
  await expect(page.locator("main")).toContainText("Pause may or may not have taken effect");
  letGo();
  await expect(page.locator("main")).toContainText("as it was");
  expect(sends()).toHaveLength(1);
  await behind.close();
  line.close();
});

test("whoever comes back while a list is on its way finds it on its way, and can stop it", async ({ stage }) => {
  const { page, main, complaints } = await stage.visit();
  await stage.sendingOf(page, "left.csv");
  await page.getByRole("link", { name: "Workflows" }).click();
  await expect(page).toHaveURL(/\/workflows$/);
  const asked = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await closing;
  await page.goBack();
  await expect(main.getByRole("heading", { name: "Uploading 150,000 contacts of left.csv" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "of the file uploaded" })).toBeVisible();
  await expect(main).not.toContainText("Nothing is uploaded until the last step");
  await page.getByRole("button", { name: "Stop uploading" }).click();
  await expect(main.getByRole("alert")).toContainText(/You stopped at \d+%/);
  await stage.journalOf("left.csv").toEqual(["stopped"]);
  expect(stage.uploads()).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.close();
});

test("an answer that nobody was there to see is shown whole to whoever comes back, once", async ({ stage }) => {
  const { page, main, complaints } = await stage.visit();
  const letGo = stage.heldAnswer();
  await uploadList(page, plainList("unseen.csv", 3, { firstNumber: 80 }));
  await expect(page.getByRole("button", { name: "Stop uploading" })).toBeVisible();
  await page.getByRole("link", { name: "Workflows" }).click();
  await expect(page).toHaveURL(/\/workflows$/);
  letGo();
  await expect(page.getByText(/^From unseen\.csv\./)).toBeVisible();
  await page.goBack();
  await expect(outcome(page)).toBeVisible();
  await expect(main.getByRole("region", { name: "Uploaded file" })).toContainText("unseen.csv");
  await page.getByRole("link", { name: "Workflows" }).click();
  await expect(page).toHaveURL(/\/workflows$/);
  await page.goBack();
  await expect(main.getByRole("heading", { name: "Choose a file" })).toBeVisible();
  expect(stage.uploads()).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.close();
});

test("whoever looks at another page meanwhile is not asked, hears of the answer there, and comes back to no list", async ({
  stage,
  campaign,
}) => {
  const { page, main, complaints } = await stage.visit();
  const letGo = stage.heldAnswer();
  await uploadList(page, plainList("meanwhile.csv", 3, { firstNumber: 50 }));
  await expect(page.getByRole("button", { name: "Stop uploading" })).toBeVisible();
  await page.getByRole("link", { name: "Workflows" }).click();
  await expect(page).toHaveURL(/\/workflows$/);
  letGo();
  await expect(page.getByText(/^From meanwhile\.csv\./)).toBeVisible();
  await openImport(page, campaign);
  await expect(main.getByRole("heading", { name: "Choose a file" })).toBeVisible();
  await expect(main).toContainText("meanwhile.csv, 3 contacts");
  await expect(main.getByRole("button", { name: "Check the list" })).toHaveCount(0);
  expect(stage.uploads()).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.close();
});

test("leaving a list that was stopped on its way is not said to leave one that was never sent", async ({ stage }) => {
  const { page, main } = await stage.visit();
  await stage.sendingOf(page, "half sent.csv");
  await page.getByRole("button", { name: "Stop uploading" }).click();
  await expect(main.getByRole("alert")).toContainText("You stopped");
  // A decision of its own, so that leaving asks.
  await page.goBack();
  await page.getByRole("button", { name: "All rows" }).click();
  await page.getByRole("gridcell", { name: number(0) }).click();
  await page.keyboard.type(number(9_000));
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Workflows" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave this list?" });
  await expect(question).toContainText("are saved in this browser for a day");
  await expect(question).not.toContainText("Nothing was uploaded");
  await page.close();
});
