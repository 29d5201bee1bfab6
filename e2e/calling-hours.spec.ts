import { json } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { chooseZone } from "./support/choose-zone";
import { expect, expectSound, test } from "./support/test";

test("makes Resume unavailable when a colleague resumed meanwhile, also at the press", async ({
  stage,
  onStage,
  campaign,
}) => {
  let status = "paused";
  stage.platform.answer((request, response) => {
    if (!request.url?.includes(`/v1/campaigns/${campaign}`)) return healthyPlatform(request, response);
    const data = { id: campaign, name: "Autumn", status, total_contacts: 46_206, pending_contacts: 46_206 };
    return json(200, { success: true, data })(request, response);
  });
  const page = await onStage("campaign_manager");
  const question = page.getByRole("alertdialog");
  const resume = question.getByRole("button", { name: "Resume, call 46,206 people" });
  const sends = () => stage.platform.seen.filter(({ method, url }) => method === "POST" && url.includes(campaign));
  await page.goto(`/campaigns/${campaign}?ask=resume`);
  await expect(resume).toBeDisabled();
  await question.getByRole("textbox").fill("46206");
  await expect(resume).toBeEnabled();
  await expectSound(page);
  status = "running";
  await resume.click();
  await expect(question).toContainText("The campaign is already running.");
  await expect(resume).toBeDisabled();
  expect(sends()).toEqual([]);
  status = "paused";
  await expect(resume).toBeEnabled();
  status = "running";
  await expect(resume).toBeDisabled();
  status = "paused";
  await expect(resume).toBeEnabled();
  await resume.click();
  await expect(question).toBeHidden();
  await expect.poll(sends, { timeout: timeoutMs(20_000) }).toHaveLength(1);
});

test("leads from the warning of a missing calling window to the dialog that sets hours", async ({
  stage,
  onStage,
  campaign,
}) => {
  const name = `Winter ${campaign}`;
  const record = { name, status: "paused", total_contacts: 47_560, calling_window: null };
  stage.platform.answer((request, response) => {
    if (!request.url?.endsWith(`/v1/campaigns/${campaign}`)) return healthyPlatform(request, response);
    return json(200, { success: true, data: { id: campaign, ...record } })(request, response);
  });
  const page = await onStage("campaign_manager");
  const question = page.getByRole("alertdialog");
  await page.goto(`/campaigns/${campaign}?ask=resume`);
  await expect(question).toContainText("No calling hours: calls go on at night.");
  await expect(question).not.toContainText("Checking");
  await expectSound(page);
  await question.getByRole("link", { name: "Set hours…" }).click();

  const dialog = page.getByRole("dialog", { name: "Calling hours" });
  for (const [index, day] of ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].entries())
    await dialog.getByRole("checkbox", { name: day }).setChecked(index < 5);
  await dialog.getByLabel("From").fill("09:00");
  await dialog.getByLabel("To", { exact: true }).fill("20:00");
  await chooseZone(dialog, "London");
  await expect(dialog.getByRole("button", { name: "All campaigns" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Set hours" }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/campaigns/${campaign}?ask=resume`);
  await expect(question).toContainText("weekdays 09:00–20:00 London time");
  await expect(question).not.toContainText("No calling hours");
});
