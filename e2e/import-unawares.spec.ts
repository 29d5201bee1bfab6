import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { json } from "../lib/testing/fault-replies";
import type { FaultUpstream } from "../lib/testing/fault-upstream";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { number, plainList } from "./support/contact-lists";
import { chooseList, listOf, outcome, prepareList, reviewList, uploadButton } from "./support/import-wizard";
import { people } from "./support/people";
import { test } from "./support/sending-stage";
import { expect } from "./support/test";

const name = "Winter tariff renewals";
const sentence = `${name} is running: these 3 people will be called from now`;

/** A campaign whose status the test sets, and that is paused by the platform's own operation. */
function campaignOn(platform: FaultUpstream, status: string | undefined) {
  const campaign = { status, pauses: 0, pauseStatus: 200 };
  platform.answer((request, response) => {
    const path = request.url ?? "";
    if (request.method === "GET" && /\/campaigns\/[^/]+$/.test(path))
      return json(200, { success: true, data: { id: path.split("/").at(-1), name, status: campaign.status } })(
        request,
        response,
      );
    if (!path.endsWith("/pause")) return healthyPlatform(request, response);
    campaign.pauses += 1;
    if (campaign.pauseStatus === 200) campaign.status = "paused";
    const message = campaign.pauseStatus === 200 ? "Campaign paused" : "Campaign cannot be paused now";
    return json(campaign.pauseStatus, { success: campaign.pauseStatus === 200, message })(request, response);
  });
  return campaign;
}

/** Sends a list and goes back to the first step. */
async function sendAway(page: Page, list: ReturnType<typeof plainList>) {
  await prepareList(page, list);
  await uploadButton(page).click();
  await expect(outcome(page)).toBeVisible();
  await page.getByRole("button", { name: "Upload another list" }).click();
}

/** Chooses no file yet. The message about the last upload lies over the way on, so it is closed. */
async function startAnew(page: Page) {
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("button", { name: "Choose another file" }).click();
}

test("asks before a corrected list is sent when another list was sent to the campaign before", async ({ stage }) => {
  const { page, main, complaints } = await stage.visit();
  await sendAway(page, plainList("leads.csv", 408));
  await prepareList(page, plainList("leads fixed.csv", 407));
  const sent = /408 contacts were uploaded to this campaign .*ago \(leads\.csv, by /;
  await expect(main).toContainText(sent);
  await expect(main).toContainText(`by ${people.campaign_manager.name}). Numbers in both lists may be called twice.`);
  await uploadButton(page).click();
  const question = page.getByRole("alertdialog", { name: "Upload another list to this campaign?" });
  await question.getByRole("button", { name: "Do not upload" }).click();
  await expect(question).toBeHidden();
  expect(stage.uploads()).toHaveLength(1);
  await uploadButton(page).click();
  await question.getByRole("button", { name: "Upload 407 contacts" }).click();
  await expect(outcome(page)).toBeVisible();
  expect(stage.uploads()).toHaveLength(2);

  await page.getByRole("button", { name: "Upload another list" }).click();
  await prepareList(page, plainList("third.csv", 3, { firstNumber: 900 }));
  await expect(main).toContainText(
    /407 contacts were uploaded .*\(leads fixed\.csv, by .*\)\. 1 other list was uploaded too\./,
  );
  expect(complaints).toEqual([]);
  await page.close();
});

test("counts an upload with an unknown outcome as possibly sent, and a refused one as not sent", async ({ stage }) => {
  const { page, main } = await stage.visit({ expected: /Failed to load resource/ });
  stage.platform.answer((request, response) =>
    (request.method === "POST" ? json(400, { message: "Not now" }) : healthyPlatform)(request, response),
  );
  await prepareList(page, plainList("refused.csv", 3));
  await uploadButton(page).click();
  await expect(main).toContainText("was refused");
  await stage.journalOf("refused.csv").toEqual(["refused"]);
  stage.platform.answer(healthyPlatform);
  await startAnew(page);
  await prepareList(page, plainList("corrected.csv", 2));
  await expect(main).not.toContainText("uploaded to this campaign");
  stage.platform.suffer("reset", ({ method }) => method === "POST");
  await uploadButton(page).click();
  await stage.journalOf("corrected.csv").toEqual(["unknown"]);
  stage.platform.suffer(undefined);
  await startAnew(page);
  await prepareList(page, plainList("next.csv", 4));
  await expect(main).toContainText(/2 contacts may have been uploaded to this campaign .*ago \(corrected\.csv, by /);
  await expect(main).toContainText("The outcome of that upload is unknown.");
  await uploadButton(page).click();
  await expect(page.getByRole("alertdialog", { name: "Upload another list to this campaign?" })).toBeVisible();
  expect(stage.uploads()).toHaveLength(2);
  await page.close();
});

test("names a running campaign before the last button and pauses it first with one press", async ({ stage }) => {
  const campaign = campaignOn(stage.platform, "running");
  const { page, main, complaints } = await stage.visit({ expected: /status of 400/ });
  await prepareList(page, plainList("winter.csv", 3));
  await expect(main).toContainText(sentence);
  await page.getByRole("button", { name: "Pause first" }).click();
  await expect(page.getByText("Campaign paused", { exact: true })).toBeVisible();
  await expect(main).toContainText(`${name} Status: paused`);
  await expect(page.getByRole("button", { name: "Pause first" })).toHaveCount(0);
  expect(campaign.pauses).toBe(1);

  campaign.status = "running";
  campaign.pauseStatus = 400;
  await expect(main).toContainText(sentence);
  // Within a second of the first, a press counts as the same one.
  await sleep(1_500);
  await page.getByRole("button", { name: "Pause first" }).click();
  await expect(main).toContainText("Pause was refused");
  await expect(main).toContainText("Campaign cannot be paused now");
  await expect(main).toContainText(sentence);
  expect(campaign.pauses).toBe(2);
  expect(stage.uploads()).toHaveLength(0);
  expect(complaints).toEqual([]);
  await page.close();
});

test("reads the campaign's status again at the last step and follows changes made elsewhere", async ({ stage }) => {
  const campaign = campaignOn(stage.platform, "draft");
  const { page, main, complaints } = await stage.visit();
  await reviewList(page, plainList("draft.csv", 3));
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/api\/v1\/campaigns\/[^/]+$/, async (route) => {
    await gate;
    await route.continue();
  });
  campaign.status = "running";
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await expect(main).toContainText("Checking the status of this campaign");
  await expect(uploadButton(page)).toHaveAttribute("aria-disabled", "true");
  letGo();
  await expect(main).toContainText(sentence);
  campaign.status = "dispatching";
  await expect(main).toContainText(`${name} Status: dispatching`);
  campaign.status = "running";
  await expect(main).toContainText(sentence);
  expect(complaints).toEqual([]);
  await page.close();
});

test("says so when the campaign's status is unknown, and lets the list be sent", async ({ stage }) => {
  campaignOn(stage.platform, undefined);
  const { page, main } = await stage.visit({ expected: /Failed to load resource/ });
  await prepareList(page, plainList("unknown.csv", 3));
  await expect(main).toContainText("Status: not reported by the platform");
  stage.platform.suffer("503", ({ method }) => method === "GET");
  await page.goBack();
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await expect(main).toContainText("The status of this campaign could not be read");
  await expect(uploadButton(page)).not.toHaveAttribute("aria-disabled", "true");
  stage.platform.suffer(undefined);
  await main.getByRole("button", { name: "Refresh" }).click();
  await expect(main).toContainText("Status: not reported by the platform");
  await page.close();
});

test("joins first and last name and shows the columns when they are in two", async ({ stage }) => {
  const { page, main, complaints } = await stage.visit();
  const file = "half-a-name-exact.csv";
  const text = readFileSync(join(import.meta.dirname, "../lib/testing/contacts/half-names", file), "utf8");
  await chooseList(page, { name: file, text });
  await page.getByRole("button", { name: "Match columns" }).click();
  await expect(main.getByRole("region", { name: "name", exact: true })).toContainText("Hedda Brandt");
  await expect(main.getByRole("combobox", { name: /^Column for name, a guess/ })).toHaveValue("1");
  await expect(main.getByRole("combobox", { name: /second column for name/ })).toHaveValue("2");
  await page.getByRole("button", { name: "Check the list" }).click();
  await page.getByRole("button", { name: "All rows" }).click();
  await expect(main.getByRole("grid")).toContainText("Hedda Brandt");
  await expect(main.getByRole("grid")).toContainText("Tariq Osei");
  expect(complaints).toEqual([]);
  await page.close();
});

test("makes a person choose the name when another column may hold the other half", async ({ stage }) => {
  const { page, main, complaints } = await stage.visit();
  await chooseList(page, listOf("halves.csv", ["phone_number,name,x", `${number(1)},Hedda,Brandt`]));
  await page.getByRole("button", { name: "Match columns" }).click();
  await expect(main).toContainText("More than one column could hold the names.");
  const next = page.getByRole("button", { name: "Check the list" });
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("combobox", { name: /^Column for name/ }).selectOption("name");
  await expect(next).not.toHaveAttribute("aria-disabled", "true");
  expect(complaints).toEqual([]);
  await page.close();
});
