import { json } from "../lib/testing/fault-replies";
import type { FaultUpstream } from "../lib/testing/fault-upstream";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { germanNumber, takeNumbers } from "./support/contact-lists";
import { createFastCampaign } from "./support/fast-campaign";
import { password, people } from "./support/people";
import { countPresses } from "./support/presses";
import { expect, expectSound, listen, patient, refresh, test } from "./support/test";

test("follows a campaign from a German list to its end, started in eight presses from its file", async ({
  browser,
  product,
  as,
  campaign,
}) => {
  const fast = await createFastCampaign(product, campaign);
  // The admin's read adds the campaign to the list that the import offers.
  await (await as("admin")).request.get(`/api/v1/campaigns/${campaign}`);
  const context = await browser.newContext({ baseURL: product.origin });
  const page = patient(await context.newPage());
  const complaints = listen(page);
  const presses = await countPresses(page);
  const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
  const progress = page.getByRole("region", { name: "Progress" });

  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(people.campaign_manager.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press("Sign in");
  await page.getByRole("link", { name: "Import contacts" }).click();
  await page.getByRole("row", { name: new RegExp(`Fast ${campaign}`) }).click();
  await page.waitForURL(/\/campaigns\/.+\/contacts/);
  await presses.reset();
  const chooser = page.waitForEvent("filechooser");
  await press(/Choose|Drop/);
  const first = takeNumbers(7);
  const rows = Array.from({ length: 6 }, (_, nth) => `${germanNumber(first + nth)};Jörg Groß ${nth};nein`);
  const others = [`${germanNumber(first + 6)};Zoë;ja`, "n/a;Ida Weiß;nein", ""];
  const text = ["Telefon;Name;Werbesperre", ...rows, ...others].join("\r\n");
  await (await chooser).setFiles({ name: "kunden.csv", mimeType: "text/csv", buffer: Buffer.from(text, "latin1") });
  await page.getByRole("combobox", { name: "Country of numbers without a country code" }).fill("DE");
  await page.keyboard.press("Enter");
  await press("Check the list");
  await press("Continue with 6 contacts");
  await press(/^Upload 6 contacts/);
  await expect(page.getByRole("heading", { name: `6 contacts are in Fast ${campaign}` })).toBeVisible();
  await expect(page.locator("main")).toContainText("2 rows were left out: save them");
  await page.getByRole("link", { name: "Start…" }).click();
  await expect(progress).toContainText("0 of 6 done. Not started yet");
  // The button moves until the question has read everything that it shows above it.
  await expect(page.getByRole("alertdialog")).not.toContainText("Checking");
  await press("Start, call 6 people");
  await expect(page.getByRole("button", { name: /^Pause/ })).toBeVisible();
  await expect(page.getByRole("switch", { name: "Live" })).toBeChecked();
  await presses.atMost(8);

  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText("Started by Ines Duarte");
  await press(/^Pause/);
  await expect(timeline).toContainText("Paused by Ines Duarte");
  await page.reload();
  await expect(timeline).toContainText("Paused by Ines Duarte");
  // A call that ends while the question is asked could add a person who waits, and the question would be asked again.
  const waiting = await fast.endCalls();
  await expect(async () => {
    await refresh(page);
    await expect(progress).toContainText(new RegExp(`Waiting\\s*${waiting}(?!\\d)`), { timeout: timeoutMs(2_000) });
  }).toPass();
  await press(/^Resume/);
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(/Credit: [\d,.]+ GBP.*Enough for/);
  await expect(question).not.toContainText("Checking");
  await question.getByRole("button", { name: /^Resume, call/ }).click();
  await expect(timeline).toContainText("Resumed by Ines Duarte");

  const ended = page.getByRole("region", { name: /^Ended .*: all 6 contacts are done or failed/ });
  await expect(async () => {
    await fast.advance();
    await refresh(page);
    await expect(ended).toBeVisible({ timeout: timeoutMs(1_000) });
  }).toPass({ intervals: [0] });
  await expect(page.getByRole("heading", { level: 1 }).locator("xpath=..")).toContainText("completed");
  await ended.getByRole("button", { name: "Show as table" }).click();
  await expect(ended.getByRole("table", { name: "Contacts done or failed" })).toBeVisible();
  await page.getByRole("link", { name: /^Contacts and results/ }).click();
  await expect(page.getByRole("region", { name: "Uploads" })).toContainText("6 contacts uploaded");
  await expect(page.getByRole("region", { name: "Contacts", exact: true })).toContainText("Jörg Groß 5");
  await expectSound(page);
  expect(complaints).toEqual([]);
  await context.close();
});

test("resumes a campaign of many people after ten seconds, unless it is undone in any tab", async ({
  stage,
  onStage,
  campaign,
}) => {
  const sends = answerPaused(stage.platform, campaign);
  const page = await onStage("campaign_manager");
  const question = page.getByRole("alertdialog");
  const bar = page.getByRole("status").filter({ hasText: "from any tab" });
  const resume = async () => {
    await page.goto(`/campaigns/${campaign}?ask=resume`);
    await question.getByRole("textbox").fill("1204");
    await question.getByRole("button", { name: "Resume, call 1,204 people" }).click();
    await expect(bar).toContainText(/Autumn resumes in \d+ s: 1,204 people/);
  };

  // Pages load before the press, because on a slow machine they take longer than ten seconds.
  const otherTab = await page.context().newPage();
  await otherTab.goto("/do-not-call");
  await resume();
  await otherTab.getByRole("button", { name: "Undo" }).click();
  await expect(otherTab.getByRole("region", { name: "Notifications" })).toContainText("Nothing was sent");
  await expect(bar).toBeHidden();

  const colleague = await onStage("admin");
  await colleague.goto(`/campaigns/${campaign}`);
  await resume();
  await expect(page.getByRole("button", { name: /^Resumes in \d+ s/ })).toBeDisabled();
  await expect(colleague.getByRole("region", { name: "Controls" })).toContainText(/Ines Duarte resumes it in \d+ s/);
  await expect(colleague.getByRole("button", { name: "Undo" })).toHaveCount(0);
  expect(sends()).toEqual([]);
  const outcome = expect(otherTab.getByRole("region", { name: "Notifications" })).toContainText("Autumn was resumed", {
    timeout: timeoutMs(30_000),
  });
  await expectSound(page);
  await outcome;
  expect(sends()).toHaveLength(1);
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Resumed by Ines Duarte");
});

test("undoes the resume of several campaigns at once", async ({ stage, onStage, campaign }) => {
  const ids = ["a", "b"].map((end) => `${campaign}-${end}`);
  const sends = answerPaused(stage.platform, campaign);
  const page = await onStage("campaign_manager");
  for (const id of ids) {
    await page.goto(`/campaigns/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Autumn");
  }
  await page.goto("/campaigns");
  await page.getByRole("searchbox", { name: "Name or ID" }).fill(campaign);
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select all rows shown" }).check();
  await page.getByRole("button", { name: "Resume 2 paused…" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("list", { name: "Before they resume" })).toContainText(
    "what time it is for these people",
  );
  await question.getByRole("textbox").fill("2408");
  await question.getByRole("button", { name: "Resume 2 campaigns" }).click();
  const bar = page.getByRole("status").filter({ hasText: "from any tab" });
  await expect(bar).toContainText(/Resumes 2 campaigns, 2,408 people, in \d+ s/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Undone: 2 campaigns.");
  await expect(bar).toBeHidden();
  expect(sends()).toEqual([]);
});

/** Answers reads of campaigns with 1,204 people who wait. Returns the sends about them. */
function answerPaused(platform: FaultUpstream, prefix: string) {
  let status = "paused";
  platform.answer((request, response) => {
    const id = /\/v1\/campaigns\/([^/]+)/.exec(request.url ?? "")?.[1];
    if (!id?.startsWith(prefix)) return healthyPlatform(request, response);
    if (request.method === "POST") status = "running";
    const data = { id, name: "Autumn", status, total_contacts: 1_204, pending_contacts: 1_204 };
    return json(200, { success: true, ...(request.method === "GET" ? { data } : { message: "Done" }) })(
      request,
      response,
    );
  });
  return () => platform.seen.filter(({ method, url }) => method === "POST" && url.includes(prefix));
}
