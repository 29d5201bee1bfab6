import { idToPath } from "../lib/contract/identifier";
import { json } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { expect, expectSound, test } from "./support/test";

test("an audit entry shows only what the first read after its action found, and no moving counter", async ({
  stage,
  onStage,
  campaign,
}) => {
  const record = { id: campaign, name: "Tariff calls", status: "running", total_calls: 27, pending: 47_445 };
  let isEffective = false;
  stage.platform.answer((request, response) => {
    if (!request.url?.includes(`/campaigns/${campaign}`)) return healthyPlatform(request, response);
    if (request.method === "POST" && isEffective) Object.assign(record, { status: "paused", total_calls: 29 });
    return json(200, { success: true, message: "Taken", data: record })(request, response);
  });
  const page = await onStage("admin");
  const readCampaign = async () => {
    stage.platform.seen.length = 0;
    await page.goto(`/campaigns/${idToPath(campaign)}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tariff calls");
    await expect.poll(() => stage.platform.seen.some(({ url }) => url.includes(campaign))).toBe(true);
  };
  const pause = async () => {
    await page.getByRole("button", { name: /^Pause/ }).click();
    await expect(page.getByText("Taken").first()).toBeVisible();
    await readCampaign();
  };
  const changes = page.getByRole("region", { name: "Recent changes" });
  const whatChanged = page.getByRole("complementary", { name: "Audit entry" }).locator("section", {
    has: page.getByRole("heading", { name: "What changed" }),
  });
  const openNewestEntry = async () => {
    await page.goto(`/audit?record=${campaign}`);
    await page
      .getByRole("row", { name: /paused/ })
      .first()
      .click();
  };

  await readCampaign();
  await pause();
  Object.assign(record, { total_calls: 28, pending: 47_444, status: "calling" });
  await readCampaign();
  await expect(changes).toContainText("running to calling");
  await openNewestEntry();
  await expect(whatChanged).toContainText("Not known");
  await expect(whatChanged).not.toContainText("calling");
  await expectSound(page);

  isEffective = true;
  await readCampaign();
  await pause();
  await expect(changes).toContainText("calling to paused");
  await openNewestEntry();
  await expect(whatChanged).toContainText("calling to paused");
  await expect(whatChanged).not.toContainText(/total_calls|Not known/);
  await expectSound(page);
});
