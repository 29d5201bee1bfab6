import type { Page } from "@playwright/test";
import { json } from "../lib/testing/fault-replies";
import type { FaultUpstream } from "../lib/testing/fault-upstream";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { number, plainList, takeNumbers } from "./support/contact-lists";
import {
  checkList,
  openImport,
  outcome,
  passUndo,
  prepareList,
  pressUpload,
  stepHeading,
  uploadButton,
  uploadList,
} from "./support/import-wizard";
import { people } from "./support/people";
import { countPresses } from "./support/presses";
import { startRelay } from "./support/relay";
import { test } from "./support/sending-stage";
import { expect } from "./support/test";

test("leaves out whom an earlier list sent, and says who stays in the campaign", async ({ stage }) => {
  const { page, main, complaints } = await stage.visit({ expected: /Failed to load resource/ });
  const firstNumber = takeNumbers(410);
  const list = plainList("leads.csv", 408, { firstNumber, padding: "Wilhelmina" });
  await uploadList(page, list);
  await expect(outcome(page)).toBeVisible();
  const row = (title: string) => main.getByRole("row", { name: title });

  await test.step("the same list", async () => {
    await uploadAnother(page);
    await checkList(page, { ...list, name: "leads, renamed.csv" });
    await expect(stepHeading(page)).toHaveText("Nobody in this list is new.");
    await expect(row("Already in this campaign")).toContainText(
      new RegExp(`408.*left out.*sent .* by ${people.campaign_manager.name}, leads\\.csv`),
    );
    await expect(uploadButton(page)).toBeDisabled();
  });

  await test.step("a correction without one person", async () => {
    const corrected = { firstNumber: firstNumber + 1, padding: "Wilhelmina" };
    await prepareList(page, plainList("leads fixed.csv", 408, corrected));
    await expect(row("New")).toContainText("1uploaded");
    await expect(row("Already in this campaign")).toContainText("407left out");
    await main.getByRole("button", { name: /^Show ?: Already in this campaign/ }).click();
    await expect(main.getByText("row 2", { exact: true })).toBeVisible();
    await expect(main.getByText("and 397 more rows")).toBeVisible();
    await expect(main).toContainText("1 person of your earlier lists is not in this one.");
    await expect(main).toContainText("That person stays in the campaign and will be called: row 2 of leads.csv.");
    await uploadButton(page).click();
    await expect(outcome(page).getByRole("row", { name: "New" })).toContainText("1uploaded");
    await expect(outcome(page).getByRole("row", { name: "Already in this campaign" })).toContainText("407left out");
    await expect(outcome(page).getByRole("row", { name: "Rows in the file" })).toContainText("408");
    expect(stage.uploads()).toHaveLength(2);
  });

  await test.step("a list that could not be compared", async () => {
    await uploadAnother(page);
    await page.route(/\/api\/console\/lists$/, (route) => route.abort());
    await checkList(page, plainList("more leads.csv", 3, { firstNumber, padding: "Wilhelmina" }));
    await expect(page.getByRole("button", { name: "Compare again" })).toBeVisible();
    await expect(uploadButton(page)).toHaveCount(0);
    await page.unroute(/\/api\/console\/lists$/);
    await page.getByRole("button", { name: "Compare again" }).click();
    await expect(stepHeading(page)).toHaveText("Nobody in this list is new.");
    expect(stage.uploads()).toHaveLength(2);
  });

  const log = stage.product.said();
  expect(log).toContain("campaigns.upload_contacts");
  for (const secret of ["Wilhelmina", "Contact 0", number(firstNumber).slice(2)]) expect(log).not.toContain(secret);
  expect(complaints).toEqual([]);
  await page.close();
});

test("counts a refused upload as not sent, and an unknown one as possibly sent", async ({ stage }) => {
  const { page, main } = await stage.visit({ expected: /Failed to load resource/ });
  stage.platform.answer((request, response) =>
    (request.method === "POST" ? json(400, { message: "Row 3: +44 is too short" }) : healthyPlatform)(
      request,
      response,
    ),
  );
  const firstNumber = takeNumbers(4);
  await prepareList(page, plainList("refused.csv", 3, { firstNumber }));
  await uploadButton(page).click();
  await expect(main).toContainText("The contact list was refused");
  await expect(main).toContainText("Row 3: +44 is too short");
  await stage.journalOf("refused.csv").toEqual(["refused"]);
  stage.platform.answer(healthyPlatform);
  await prepareList(page, plainList("corrected.csv", 2, { firstNumber }));
  await expect(stepHeading(page)).toHaveText(/^2 new people will be added/);
  stage.platform.suffer("reset", ({ method }) => method === "POST");
  await uploadButton(page).click();
  await stage.journalOf("corrected.csv").toEqual(["unknown"]);
  stage.platform.suffer(undefined);
  await prepareList(page, plainList("next.csv", 4, { firstNumber }));
  await expect(uploadButton(page)).toHaveText("Upload 2 contacts");
  const unsure = main.getByRole("row", { name: "Perhaps in this campaign" });
  await expect(unsure).toContainText(/2.*sent .* by .*, corrected\.csv/);
  await unsure.getByRole("combobox").selectOption("Upload them again");
  await expect(uploadButton(page)).toHaveText("Upload 4 contacts");
  expect(stage.uploads()).toHaveLength(2);
  await page.close();
});

test("asks for the number of people when a list is ten times what the campaign holds", async ({ stage }) => {
  answerCampaign(stage.platform, { total_contacts: 72, completed_contacts: 0 });
  const { page, complaints } = await stage.visit();
  await prepareList(page, plainList("many.csv", 720));
  await uploadButton(page).click();
  const question = page.getByRole("alertdialog", { name: "Upload 720 contacts to this campaign?" });
  await expect(question).toContainText("The campaign holds 72 contacts now.");
  const upload = question.getByRole("button", { name: "Upload 720 contacts" });
  await question.getByRole("textbox").fill("72");
  await expect(upload).toBeDisabled();
  expect(stage.uploads()).toHaveLength(0);
  await question.getByRole("textbox").fill("720");
  await upload.click();
  await expect(page.getByRole("button", { name: /^Uploads in \d+ s/ })).toBeDisabled();
  await page.getByRole("button", { name: "Undo" }).click();
  await passUndo(page);
  await uploadButton(page).click();
  expect(stage.uploads()).toHaveLength(0);
  await question.getByRole("textbox").fill("720");
  await upload.click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await passUndo(page);
  await expect(outcome(page)).toBeVisible();
  await stage.journalOf("many.csv").toEqual(["ok"]);
  expect(stage.uploads()).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.close();
});

test("names when calling hours open before the upload when they are closed", async ({ stage }) => {
  const day = (new Date().getUTCDay() + 3) % 7;
  const calling_hours = { start: "09:00", end: "10:00", timezone: "UTC", days: [day] };
  answerCampaign(stage.platform, { calling_hours });
  const { page, main } = await stage.visit();
  await prepareList(page, plainList("night.csv", 3));
  await expect(main).toContainText(/these 3 people will be called from \w{3} 09:00/);
  await page.close();
});

test("warns before the upload when the campaign is running, and pauses it first on request", async ({ stage }) => {
  const campaign = answerCampaign(stage.platform);
  const { page, main, complaints } = await stage.visit();
  const warning = "Winter tariff renewals is running: calls to these 3 people begin at once";
  await prepareList(page, plainList("winter.csv", 3));
  await expect(main).toContainText(warning);
  await expect(main.getByRole("list", { name: "When they are called, in their own time" })).toContainText("their time");
  campaign.status = "dispatching";
  await expect(main).toContainText("Its status is dispatching.");
  campaign.status = "running";
  await expect(main).toContainText(warning);
  await page.getByRole("button", { name: "Pause first" }).click();
  await expect(main).toContainText("It is paused: nobody is called until someone resumes it.");
  await expect(page.getByRole("button", { name: "Pause first" })).toHaveCount(0);
  expect(campaign.pauses).toBe(1);
  campaign.status = undefined;
  await expect(main).toContainText("The platform does not report its status.");
  await expect(uploadButton(page)).not.toHaveAttribute("aria-disabled", "true");
  expect(stage.uploads()).toHaveLength(0);
  expect(complaints).toEqual([]);
  await page.close();
});

test("shows the answer of an upload to a person who was on another page, once", async ({ stage, campaign }) => {
  const { page, main, complaints } = await stage.visit();
  const release = stage.heldAnswer();
  await uploadList(page, plainList("unseen.csv", 3));
  await expect(page.getByRole("button", { name: "Stop uploading" })).toBeVisible();
  await page.getByRole("link", { name: "Workflows" }).click();
  await expect(page).toHaveURL(/\/workflows$/);
  await expect(uploadChip(page, "unseen.csv")).toBeVisible();
  release();
  await expect(page.getByText(/^From unseen\.csv\./)).toBeVisible();
  await expect(uploadChip(page, "unseen.csv")).toHaveCount(0);
  await page.goBack();
  await expect(outcome(page)).toBeVisible();
  await expect(main.getByRole("region", { name: "Uploaded file" })).toContainText("unseen.csv");
  await openImport(page, campaign);
  await expect(main.getByRole("heading", { name: "Choose a file" })).toBeVisible();
  await expect(main).toContainText("unseen.csv, 3 contacts");
  expect(stage.uploads()).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.close();
});

test("reports an upload as unknown when its connection drops or a person stops it", async ({ browser, stage }) => {
  const relay = await startRelay(stage.product.origin);
  const context = await browser.newContext({ baseURL: relay.origin });
  await context.addCookies(await stage.context.cookies());
  const { page, main, complaints } = await stage.visit({ from: context, expected: /Failed to load resource/ });

  await test.step("stays under way while the person is on another page", async () => {
    await stage.sendingOf(page, "dropped.csv");
    await page.getByRole("link", { name: "Workflows" }).click();
    await expect(page).toHaveURL(/\/workflows$/);
    await uploadChip(page, "dropped.csv").click();
    await expect(main.getByRole("heading", { name: "Uploading 150,000 contacts of dropped.csv" })).toBeVisible();
  });

  await test.step("the connection drops", async () => {
    relay.cut();
    await expect(main.getByRole("alert")).toContainText("The connection dropped before the platform replied.");
    await expect(main.getByRole("alert")).toContainText("Check the campaign before uploading again.");
    await expect(main.getByRole("alert")).toContainText(/How many contacts|The campaign holds/);
    relay.mend();
    await stage.journalOf("dropped.csv").toEqual([null]);
    expect(stage.uploads()).toHaveLength(1);
    await page.close({ runBeforeUnload: false });
  });

  await test.step("another tab continues with the list, and the person stops it", async () => {
    const next = await stage.visit({ from: context, expected: /Failed to load resource/ });
    // The browser restores the list from its draft.
    await expect(next.main).toContainText("dropped.csv");
    await next.page.getByRole("button", { name: "Check the list" }).click();
    await next.page.getByRole("button", { name: /^Continue with/ }).click();
    await expect(stepHeading(next.page)).toHaveText("Nobody in this list is new.");
    await next.main.getByRole("combobox", { name: "Perhaps in this campaign" }).selectOption("Upload them again");
    await expect(uploadButton(next.page)).toHaveText("Upload 150,000 contacts");
    await pressUpload(next.page);
    await expect(next.page.getByRole("progressbar", { name: "of the file uploaded" })).toBeVisible();
    await next.page.getByRole("button", { name: "Stop uploading" }).click();
    await expect(next.main.getByRole("alert")).toContainText(/You stopped at \d+%/);
    await expect(next.page.locator("#import-step")).toBeFocused();
    await stage.journalOf("dropped.csv").toEqual(expect.arrayContaining([null, "stopped"]));
    expect(next.complaints).toEqual([]);
  });

  expect(complaints).toEqual([]);
  await context.close();
  relay.close();
});

test("starts a campaign in four presses from its page, and locks the steps after the upload", async ({
  stage,
  campaign: id,
}) => {
  const campaign = answerCampaign(stage.platform, { total_contacts: 60, completed_contacts: 0 });
  campaign.status = "draft";
  const { page, main, complaints } = await stage.visit();
  const presses = await countPresses(page);
  await page.goto(`/campaigns/${id}`);
  const { name, text } = plainList("locked.csv", 3);
  const chooser = page.waitForEvent("filechooser");
  await main.getByRole("link", { name: "Import contacts" }).click();
  await (await chooser).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await pressUpload(page);
  await expect(outcome(page)).toBeVisible();
  await expect(main).toContainText(/Sent at \d\d:\d\d.*The steps before are locked\./);
  await expect(main.getByRole("navigation", { name: "Steps" }).getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Choose another file" })).toHaveCount(0);
  await page.goBack();
  await expect(outcome(page)).toBeVisible();
  await expect(main).toContainText("The campaign holds 60 contacts now.");

  await page.getByRole("link", { name: "Start…" }).click();
  const question = page.getByRole("alertdialog", { name: "Start Winter tariff renewals?" });
  await expect(question).not.toContainText("Checking");
  await question.getByRole("button", { name: /^Start, call/ }).click();
  await expect(page.getByRole("button", { name: /^Pause/ })).toBeVisible();
  await presses.atMost(4);
  expect(stage.uploads()).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.close();
});

const uploadChip = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("link", { name: new RegExp(`^Uploading ${name} \\d+%$`) });

const uploadAnother = (page: Page) => page.getByRole("button", { name: "Upload another list" }).click();

/** A running campaign whose status the test can set. It can be paused. */
function answerCampaign(platform: FaultUpstream, fields: Record<string, unknown> = {}) {
  const campaign: { status: string | undefined; pauses: number } = { status: "running", pauses: 0 };
  platform.answer((request, response) => {
    const path = request.url ?? "";
    const data = { id: path.split("/").at(-1), name: "Winter tariff renewals", status: campaign.status, ...fields };
    if (request.method === "GET" && /\/campaigns\/[^/]+$/.test(path))
      return json(200, { success: true, data })(request, response);
    if (path.endsWith("/start")) campaign.status = "running";
    if (!path.endsWith("/pause")) return healthyPlatform(request, response);
    campaign.pauses += 1;
    campaign.status = "paused";
    return json(200, { success: true, message: "Campaign paused" })(request, response);
  });
  return campaign;
}
