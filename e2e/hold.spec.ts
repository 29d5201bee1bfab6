import { json } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { expect, expectSoundEverywhere, refresh, test } from "./support/test";

test("holds a page still, says since when, and catches up when it is let go", async ({ stage, onStage, campaign }) => {
  let name = "Winter";
  stage.platform.answer((request, response) => {
    if (!request.url?.endsWith(`/v1/campaigns/${campaign}`)) return healthyPlatform(request, response);
    return json(200, { success: true, data: { id: campaign, name, status: "paused" } })(request, response);
  });
  const [page, other] = [await onStage("admin"), await onStage("support")];
  const bar = page.locator("header").first();
  const heading = page.getByRole("heading", { level: 1 });
  await page.goto(`/campaigns/${campaign}`);
  await expect(heading).toContainText("Winter");
  await expect(page.getByRole("switch", { name: "Live" })).toBeChecked();
  await expect(page.getByRole("switch", { name: "Live" })).toHaveAttribute("title", /^Platform answering\./);

  await page.keyboard.press("t");
  await expect(page.getByRole("switch", { name: "Held" })).not.toBeChecked();
  await expect(bar).toContainText(/Held\s*since \d\d:\d\d:\d\d/);
  await expectSoundEverywhere(page);
  name = "Spring";
  await other.goto(`/campaigns/${campaign}`);
  await expect(other.getByRole("heading", { level: 1 })).toContainText("Spring");
  await page.reload();
  name = "Summer";
  await refresh(other);
  await expect(other.getByRole("heading", { level: 1 })).toContainText("Summer");
  await expect(page.getByRole("switch", { name: "Held" })).not.toBeChecked();
  await expect(heading).toContainText("Spring");

  await page.keyboard.press("t");
  await expect(heading).toContainText("Summer");
  await expect(page.getByRole("switch", { name: "Live" })).toBeChecked();
});
