import type { IncomingMessage } from "node:http";
import { idToPath } from "../lib/contract/identifier";
import { json, type Reply } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { chooseZone } from "./support/choose-zone";
import { expect, expectSound, test } from "./support/test";

/** Answers as a healthy platform, with campaigns that run until they are paused. */
function runningCampaigns(campaign: string): Reply {
  const paused = new Set<string>();
  const idIn = ({ url = "" }: IncomingMessage) => url.match(`/v1/campaigns/(${campaign}[^/]*)`)?.[1];
  return (request, response) => {
    const id = idIn(request);
    if (!id) return healthyPlatform(request, response);
    if (request.method === "POST") paused.add(id);
    const name = `Campaign ${id.slice(-3)}`;
    const data = { id, name, status: paused.has(id) ? "paused" : "running", timezone: "America/New_York" };
    return json(200, { success: true, message: `${name} is ${data.status}`, data })(request, response);
  };
}

test("pauses a running campaign once when an admin sets hours for all campaigns, and shows why", async ({
  stage,
  onStage,
  campaign,
}) => {
  stage.platform.answer(runningCampaigns(campaign));
  const page = await onStage("admin");
  const id = `${campaign}-one`;
  await page.goto(`/campaigns/${idToPath(id)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Campaign one");
  const hours = page.getByRole("region", { name: "Calling hours" });
  await hours.getByRole("button", { name: "Set hours…" }).click();
  const dialog = page.getByRole("dialog", { name: "Calling hours" });
  await dialog.getByRole("button", { name: "All campaigns" }).click();
  await expect(dialog).toContainText("Managers cannot switch these hours off.");
  const today = new Date().getUTCDay();
  const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
  for (const [at, day] of days.entries())
    await dialog.getByRole("checkbox", { name: day }).setChecked(at === (today + 3) % 7);
  await chooseZone(dialog, "UTC");
  await dialog.getByRole("button", { name: "Selected" }).click();
  await dialog.getByRole("button", { name: "Set hours" }).click();
  await expect(dialog).toContainText("Choose at least one campaign.");
  await dialog.getByRole("checkbox", { name: "Campaign one" }).check();
  await expect(dialog).toContainText(/1 campaign will be paused within seconds:\s*Campaign one: Outside/);
  await expectSound(page);
  await dialog.getByRole("button", { name: "Set hours" }).click();
  await expect(dialog).toBeHidden();

  await expect(page.getByRole("main")).toContainText("Paused by the calling hours for all campaigns", {
    timeout: timeoutMs(60_000),
  });
  await expect(hours).toContainText("For 1 selected campaign, set by");
  await expectSound(page);
  const manager = await onStage("campaign_manager");
  await manager.goto("/settings/automation");
  await expect(manager).toHaveURL(/\/campaigns\/scheduled$/);
  const shown = manager.getByRole("region", { name: "Calling hours" });
  await expect(shown).toContainText("Campaign one paused");
  await expect(shown.getByRole("button", { name: "Switch off" })).toHaveCount(0);
  const scheduled = manager.getByRole("region", { name: "Scheduled" });
  await scheduled.getByText(/Results of the last/).click();
  await expect(scheduled).toContainText("by the calling hours for all campaigns: Outside");
  await expectSound(manager);

  await page.goto("/settings/alerts/rules");
  await page.getByRole("switch", { name: "Calling hours for all campaigns" }).click();
  await expect(page.getByRole("main")).toContainText("Off. Each campaign has its own");
  await expectSound(page);
  expect(stage.platform.seen.filter(({ method, url }) => method === "POST" && url.includes(id))).toHaveLength(1);
});

test("lets a rule pause campaigns with a limit of its own, and notifies a group at once", async ({ onStage }) => {
  const page = await onStage("admin");
  await page.goto("/settings/automation?ask=deliveries");
  await expect(page).toHaveURL(/\/settings\/alerts\/rules/);
  const dialog = page.getByRole("dialog", { name: "Pause campaigns: Too many deliveries fail" });
  await dialog.getByLabel("Share, %").fill("0");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog).toContainText("Enter a whole number from 1 to 100.");
  await dialog.getByLabel("Share, %").fill("35");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("listitem").filter({ hasText: "and pause campaigns" }).first();
  await expect(row).toContainText("at 35% of at least 20 in 15 min, all campaigns");
  const rule = page.getByRole("switch", { name: "Too many deliveries fail", exact: true });
  await rule.click();
  await expect(row).toContainText("also while its alerts are off");
  await rule.click();
  const notify = page.getByRole("combobox", { name: "Notify: Switchboard itself" });
  await expect(notify).toHaveValue("");
  await notify.selectOption("Notify admins");
  await expect(notify).toHaveValue("admins");
  await expect(notify).not.toContainText("differs by rule");
  await expectSound(page);
  await row.getByRole("switch").click();
  await expect(row).not.toContainText("35%");
});

test("schedules, changes and removes an action", async ({ stage, onStage, campaign }) => {
  stage.platform.answer(runningCampaigns(campaign));
  const page = await onStage("campaign_manager", { expects: /status of 4(00|09)/ });
  await page.goto(`/campaigns/${idToPath(`${campaign}-two`)}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  const scheduled = page.getByRole("region", { name: "Scheduled" });
  await timeline.getByRole("button", { name: "Schedule an action" }).click();
  const dialog = page.getByRole("dialog");
  const year = new Date().getUTCFullYear() + 1;
  await expect(dialog.getByLabel("What")).toHaveValue("pause");
  await dialog.getByLabel("What").selectOption("Start");
  await expect(dialog).toContainText("The campaign is already running.");
  await dialog.getByLabel("What").selectOption("Pause");
  await expect(dialog).not.toContainText("already running");
  await dialog.getByLabel("When").fill("2020-01-01T09:30");
  await chooseZone(dialog, "Tokyo");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toContainText("That time has passed. Choose a later one.");
  await dialog.getByLabel("When").fill(`${year}-01-02T09:30`);
  await expect(dialog).toContainText(`02 Jan ${year}, 00:30 for you`);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(timeline).toContainText(/Scheduled, .*Pause at 09:30 Asia\/Tokyo/);

  await page.getByRole("link", { name: "Scheduled actions of all campaigns" }).click();
  await scheduled.getByRole("button", { name: "Schedule an action" }).click();
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toContainText("Choose a campaign.");
  await expect(dialog.getByLabel("Campaign")).toBeFocused();
  await dialog.getByLabel("Campaign").selectOption("Campaign two");
  await expect(dialog).toContainText("America/New_York");
  await expect(dialog.getByLabel("What")).toHaveValue("pause");
  await dialog.getByLabel("When").fill(`${year}-01-02T00:30`);
  await chooseZone(dialog, "UTC");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toContainText("This is already scheduled");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(scheduled).toContainText("Pause Campaign two at 09:30 Asia/Tokyo");
  await scheduled.getByRole("button", { name: /^Change: Pause Campaign two/ }).click();
  await chooseZone(dialog, "UTC");
  await dialog.getByRole("button", { name: "Change" }).click();
  await expect(scheduled).toContainText("Pause Campaign two at 09:30 UTC");
  await scheduled.getByRole("button", { name: /^Remove: Pause Campaign two/ }).click();
  await scheduled.getByText(/Results of the last/).click();
  await expect(scheduled).toContainText("removed");
  await expectSound(page);
});

test("adds several campaigns and pauses them at once, and names the one that was refused", async ({
  onStage,
  stage,
  campaign,
}) => {
  const ids = ["a", "b", "c"].map((each) => `${campaign}-${each}`);
  const states = new Map(ids.map((id) => [id, "running"]));
  stage.platform.answer((request, response) => {
    const [, id = "", act] = /\/campaigns\/([^/]+)(\/pause)?$/.exec(request.url ?? "") ?? [];
    const status = states.get(id);
    if (status === undefined) return healthyPlatform(request, response);
    const isRefused = act !== undefined && id === ids[1];
    if (act && !isRefused) states.set(id, "paused");
    response.writeHead(isRefused ? 409 : 200, { "content-type": "application/json" });
    const answer = { success: !isRefused, message: isRefused ? "Campaign is being synced, try again" : "Paused" };
    const counts = { total_contacts: 10, completed_contacts: 4, pending_contacts: 6 };
    response.end(JSON.stringify(act ? answer : { success: true, data: { id, name: `Bulk ${id}`, status, ...counts } }));
  });
  const page = await onStage("campaign_manager", { expects: /status of 409/ });
  await page.goto("/campaigns");
  await page.getByRole("button", { name: "Add campaigns" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add campaigns" });
  await dialog.getByLabel("IDs").fill(ids.join("\n"));
  await dialog.getByRole("button", { name: "Add 3 campaigns" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page).not.toHaveURL(/ask=/);

  await page.getByRole("searchbox", { name: "Name or ID" }).fill("Bulk");
  await expect(page.getByRole("row")).toHaveCount(4);
  await page.getByRole("checkbox", { name: "Select all rows shown" }).check();
  await expect(page.getByRole("row", { name: /4 of 10/ })).toHaveCount(3);
  await expectSound(page);
  stage.platform.seen.length = 0;
  await page.getByRole("button", { name: "Pause 3 running" }).click();
  const notice = page.getByRole("status").filter({ hasText: "were paused" });
  await expect(notice).toContainText("2 of 3 campaigns were paused");
  await expect(notice).toContainText(`Bulk ${ids[1]} was not: “Campaign is being synced, try again”`);
  expect(stage.platform.seen.filter(({ method }) => method === "POST")).toHaveLength(3);
  await expect(page.getByRole("row", { name: /paused by/ })).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Selected campaigns" })).toContainText("1 selected");
});

test("pauses all running campaigns from the command field, and reports each", async ({ stage, onStage, campaign }) => {
  stage.platform.answer(runningCampaigns(campaign));
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
  await expect(dialog).toContainText("Others on the platform go on: the platform cannot list them.");
  for (const name of ["aaa", "bbb"]) await expect(dialog).toContainText(`Campaign ${name}: running, checked`);
  await expectSound(page);
  await dialog.getByRole("button", { name: /^Pause/ }).click();
  const notice = page.getByRole("status").filter({ hasText: "were paused" });
  for (const name of ["aaa", "bbb"]) await expect(notice).toContainText(`Campaign ${name}`);
  const sent = stage.platform.seen.filter(({ method }) => method === "POST").map(({ url }) => url);
  expect(ids.map((id) => sent.filter((url) => url.includes(id)).length)).toEqual([1, 1]);
  await expect(dialog).toBeHidden();
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice).toHaveCount(0);
});
