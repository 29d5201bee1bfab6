import { idToPath } from "../lib/contract/identifier";
import { seeded } from "../lib/platform/seed/ids";
import { listOf, openImport, reviewList, sumLine, uploadList } from "./support/import-wizard";
import { expect, test } from "./support/test";

test("a campaign manager opens a campaign by its ID, resumes, pauses and cancels it, and reads every answer", async ({
  as,
}, info) => {
  // The browser itself complains of an answer of 400, which is what this journey meets on its way.
  const page = await as("campaign_manager", { expects: /status of 400/ });
  await page.goto("/campaigns");
  await page.getByRole("button", { name: "Add campaigns" }).first().click();
  await page.getByLabel("Campaign IDs").fill(seeded.campaigns.paused);
  await page.getByRole("button", { name: "Add 1 campaign" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("row", { name: /Smart meter appointments/ }).press("Enter");
  await expect(page).toHaveURL(`/campaigns/${seeded.campaigns.paused}`);
  const main = page.locator("main");
  await expect(main).toContainText("paused");

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Pause/ }).click();
  await expect(main).toContainText("Pause was refused");
  await expect(main).toContainText(/current status is paused/);

  await page.keyboard.press("e");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("210 contacts waiting");
  await expect(question).toContainText(`POST /v1/campaigns/${seeded.campaigns.paused}/resume`);
  await question.getByRole("button", { name: /Resume/ }).click();
  await expect(main.getByText(/Campaign resumed/).first()).toBeVisible();

  await page.getByRole("button", { name: /^Pause/ }).click();
  await expect(main.getByText(/Campaign paused/).first()).toBeVisible();

  await page.getByRole("button", { name: /^Cancel/ }).click();
  const confirm = page.getByRole("alertdialog");
  const sure = confirm.getByRole("button", { name: /Cancel (the |this )?campaign/i });
  await expect(sure).toBeDisabled();
  await confirm.getByRole("textbox").fill((await page.getByRole("heading", { level: 1 }).textContent()) ?? "");
  await sure.click();
  await expect(main).toContainText("cancelled");
  await page.screenshot({ path: info.outputPath("campaign.png"), fullPage: true });
});

test("a campaign manager sends what is right of a contact list, and reads what the platform took of it, row by row", async ({
  as,
}, info) => {
  const page = await as("campaign_manager");
  const main = page.locator("main");
  await openImport(page, seeded.campaigns.draft);
  const rows = ["+12125550142,Ann Lee", "0171 nothing,Bo", '+12125550143,"Diaz, Bo"', "+12125550142,Ann again"];
  await reviewList(page, listOf("autumn.csv", ["phone_number,name", ...rows]));
  await expect(sumLine(page)).toContainText("4 rows: 2 will be sent, 1 needs fixing, 1 duplicate, 0 blank");
  await page.getByRole("button", { name: "Continue with 2 contacts" }).click();
  await page.getByRole("button", { name: "Upload 2 contacts" }).click();
  await expect(main).toContainText("The platform answered 200");
  await expect(main).toContainText("The answer counts 2 accepted, 0 rejected, 0 duplicates; 2 were sent.");

  await page.getByRole("button", { name: "Send another list" }).click();
  const late = ["not a number,Eve", "+12125550144,Cy", "+12125550142,Ann Lee"];
  await uploadList(page, listOf("late.csv", ["phone_number,name", ...late]));
  await expect(main).toContainText("The platform answered 200, and did not take every row");
  const refused = main.getByRole("region", { name: "errors, as a table" });
  await expect(refused.getByRole("row", { name: /duplicate_in_campaign/ })).toHaveText(/\+12125550142.*4$/);
  await page.screenshot({ path: info.outputPath("upload.png"), fullPage: true });
  await page.getByRole("link", { name: "Open the campaign" }).click();
  await expect(main).toContainText("late.csv");
});

test("support answers whether a webhook arrived, from the list to the text for a ticket", async ({ as }, info) => {
  const page = await as("support", { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  await page.goto("/webhooks");
  const main = page.locator("main");
  await expect(main).toContainText(/deliveries in this time were not delivered/);
  await page.getByRole("button", { name: /^Status/ }).click();
  await page.getByRole("option", { name: /failed/ }).click();
  await expect(page).toHaveURL(/status=failed/);
  await main.locator("tr[data-row-id]").first().click();
  await expect(page).toHaveURL(/entry=/);
  const drawer = page.getByRole("complementary", { name: /entry/i });
  await expect(drawer).toContainText("The platform keeps no payload");
  await drawer.getByRole("button", { name: /Copy for ticket/ }).click();
  const note = await page.evaluate(() => navigator.clipboard.readText());
  expect(note).toMatch(/failed/);
  expect(note).toMatch(/entry=/);
  await page.screenshot({ path: info.outputPath("entry.png") });
  await page.goBack();
  await expect(drawer).toBeHidden();
});

test("support ends a call and a session, and cannot start a campaign", async ({ as }, info) => {
  const page = await as("support");
  const main = page.locator("main");
  await page.goto(`/calls/${seeded.calls.liveInbound}`);
  await page.getByRole("button", { name: /End call/ }).click();
  await page.getByRole("alertdialog").getByRole("textbox").fill("end");
  await page.getByRole("alertdialog").getByRole("button", { name: /End/ }).click();
  await expect(main).toContainText("The record says ended.");
  await page.goto("/sessions");
  await page.getByRole("textbox", { name: /Session/ }).fill(seeded.sessions.web);
  await page.getByRole("button", { name: /End session/ }).click();
  await page.getByRole("alertdialog").getByRole("textbox").fill("end");
  await page.getByRole("alertdialog").getByRole("button", { name: /End/ }).click();
  await expect(main.getByText(seeded.sessions.web.slice(0, 8)).first()).toBeVisible();
  await page.goto(`/campaigns/${seeded.campaigns.running}`);
  await expect(page.getByRole("button", { name: /^Pause/ })).toBeDisabled();
  await expect(main).toContainText("Admins and campaign managers can");
  await page.screenshot({ path: info.outputPath("campaign-as-support.png") });
});

test("an admin publishes a workflow, deletes a tool, adds a person, and finds all of it in the audit log", async ({
  as,
}, info) => {
  // A deleted tool is read once more, and the browser complains of the 404 that says it is gone.
  const page = await as("admin", { expects: /status of 404/ });
  const main = page.locator("main");
  await page.goto(`/workflows/${idToPath(seeded.workflows.withSlash)}`);
  await page
    .getByRole("button", { name: /Publish/ })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Publish/ })
    .click();
  await expect(main).toContainText(/Published version \d+/);

  await page.goto(`/tools/${seeded.tools.callback}`);
  await page.getByRole("button", { name: /Delete tool/ }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("textbox")
    .fill((await page.getByRole("heading", { level: 1 }).textContent()) ?? "");
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Delete/ })
    .click();
  await expect(main).toContainText(/Deleted .*Mara Okafor/);

  await page.goto("/team");
  await page
    .getByRole("button", { name: /Add (a )?person/ })
    .first()
    .click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("Lena Brandt");
  await form.getByLabel("Email").fill("lena@fernhill.example");
  await form.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog", { name: "Invitation for Lena Brandt" })).toContainText("/set-password#");
  await page.getByRole("button", { name: "Done" }).click();

  await page.goto("/audit");
  for (const done of [/Mara Okafor published/, /deleted the tool/, /invited Lena Brandt/])
    await expect(main).toContainText(done);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("status").filter({ hasText: "entries are as they were written" })).toBeVisible();
  await page.screenshot({ path: info.outputPath("audit.png") });
});
