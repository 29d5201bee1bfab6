import type { IncomingMessage } from "node:http";
import { idToPath } from "../lib/contract/identifier";
import { json, type Reply } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { expect, expectSound, test } from "./support/test";

/** Campaigns that run until they are paused; any other request is answered as by a platform in order. */
function campaignsThatRun(campaign: string): Reply {
  const paused = new Set<string>();
  const idIn = ({ url = "" }: IncomingMessage) => url.match(`/v1/campaigns/(${campaign}[^/]*)`)?.[1];
  return (request, response) => {
    const id = idIn(request);
    if (!id) return healthyPlatform(request, response);
    if (request.method === "POST") paused.add(id);
    const data = { id, name: `Campaign ${id.slice(-3)}`, status: paused.has(id) ? "paused" : "running" };
    return json(200, { success: true, message: `${data.name} is ${data.status}`, data })(request, response);
  };
}

test("a guard rail that an admin turns on pauses a running campaign once, and reports it", async ({
  stage,
  onStage,
  campaign,
}) => {
  stage.platform.answer(campaignsThatRun(campaign));
  const page = await onStage("admin");
  const id = `${campaign}-one`;
  await page.goto(`/campaigns/${idToPath(id)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Campaign one");

  await page.goto("/settings/automation");
  await expectSound(page);
  const rails = page.getByRole("region", { name: "Guard rails" });
  const rail = rails.getByRole("row", { name: /Outside calling hours/ });
  await rail.getByRole("switch").click();
  const dialog = page.getByRole("dialog", { name: "Outside calling hours" });
  const today = new Date().getUTCDay();
  const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
  for (const [at, day] of days.entries())
    await dialog.getByRole("checkbox", { name: day }).setChecked(at === (today + 3) % 7);
  await dialog.getByLabel("Time zone").selectOption("UTC");
  await dialog.getByRole("button", { name: "Selected" }).click();
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog).toContainText("Choose at least one campaign.");
  await dialog.getByRole("checkbox", { name: "Campaign one" }).check();
  await expectSound(page);
  await dialog.getByRole("button", { name: "Turn on" }).click();

  await expect(rail).toContainText("Campaign one paused", { timeout: timeoutMs(60_000) });
  await expect(rail).toContainText("1 chosen");
  const done = page.getByRole("region", { name: "Automatic actions" });
  await expect(done).toContainText("Guard rail: Outside calling hours");
  await expect(done).toContainText("Campaign one is paused");
  await expectSound(page);
  await rail.getByRole("switch").click();
  await expect(rail).toContainText("off");
  expect(stage.platform.seen.filter(({ method, url }) => method === "POST" && url.includes(id))).toHaveLength(1);
});

test("what is planned is listed by day, changed and removed", async ({ stage, onStage, campaign }) => {
  stage.platform.answer(campaignsThatRun(campaign));
  const page = await onStage("campaign_manager", { expects: /status of 4(00|09)/ });
  await page.goto(`/campaigns/${idToPath(`${campaign}-two`)}`);
  const planned = page.getByRole("region", { name: "Scheduled" });
  await planned.getByRole("button", { name: "Schedule an action" }).click();
  const dialog = page.getByRole("dialog");
  const year = new Date().getUTCFullYear() + 1;
  await expect(dialog.getByLabel("What")).toHaveValue("pause");
  await dialog.getByLabel("What").selectOption("Start");
  await expect(dialog).toContainText("Its status is running now: Start may be refused");
  await dialog.getByLabel("What").selectOption("Pause");
  await expect(dialog).not.toContainText("may be refused");
  await dialog.getByLabel("When").fill("2020-01-01T09:30");
  await dialog.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toContainText("That time has passed. Choose a later one.");
  await dialog.getByLabel("When").fill(`${year}-01-02T09:30`);
  await expect(dialog).toContainText(`02 Jan ${year}, 00:30 UTC`);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(planned).toContainText("Pause at 09:30 Asia/Tokyo");

  await page.goto("/settings/automation");
  await planned.getByRole("button", { name: "Schedule an action" }).click();
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toContainText("Choose a campaign.");
  await expect(dialog.getByLabel("Campaign")).toBeFocused();
  await dialog.getByLabel("Campaign").selectOption("Campaign two");
  await expect(dialog.getByLabel("What")).toHaveValue("pause");
  await dialog.getByLabel("When").fill(`${year}-01-02T00:30`);
  await dialog.getByLabel("Time zone").selectOption("UTC");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toContainText("This is already scheduled");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(planned).toContainText("Pause Campaign two at 09:30 Asia/Tokyo");
  await planned.getByRole("button", { name: /^Change: Pause Campaign two/ }).click();
  await dialog.getByLabel("Time zone").selectOption("UTC");
  await dialog.getByRole("button", { name: "Change" }).click();
  await expect(planned).toContainText("Pause Campaign two at 09:30 UTC");
  await planned.getByRole("button", { name: /^Remove: Pause Campaign two/ }).click();
  await planned.getByText(/Results of the last/).click();
  await expect(planned).toContainText("removed");
  await expectSound(page);
});

test("a campaign that is not there offers no plan and tells of no change", async ({ stage, onStage, campaign }) => {
  stage.platform.answer(json(404, { success: false, message: "Campaign not found." }));
  const page = await onStage("campaign_manager", { expects: /status of 404/ });
  await page.goto(`/campaigns/${idToPath(`${campaign}-none`)}`);
  await expect(page.getByRole("heading", { name: "No campaign with this ID" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a label" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Activity" })).toBeVisible();
  for (const name of ["Scheduled", "Recent changes"]) await expect(page.getByRole("region", { name })).toHaveCount(0);
});

test("every running campaign is paused at one press, each is reported", async ({ stage, onStage, campaign }) => {
  stage.platform.answer(campaignsThatRun(campaign));
  const page = await onStage("campaign_manager");
  const ids = ["aaa", "bbb"].map((name) => `${campaign}-${name}`);
  for (const id of ids) {
    await page.goto(`/campaigns/${idToPath(id)}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Campaign/);
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("pause every");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  for (const name of ["aaa", "bbb"]) await expect(dialog).toContainText(`Campaign ${name}running`);
  await expectSound(page);
  await dialog.getByRole("button", { name: /^Pause/ }).click();
  for (const name of ["aaa", "bbb"]) await expect(dialog).toContainText(`Campaign ${name} is paused`);
  const sent = stage.platform.seen.filter(({ method }) => method === "POST").map(({ url }) => url);
  expect(ids.map((id) => sent.filter((url) => url.includes(id)).length)).toEqual([1, 1]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
});
