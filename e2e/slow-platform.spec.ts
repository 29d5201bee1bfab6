import { healthyPlatform } from "../lib/testing/healthy-platform";
import { expect, test } from "./support/test";

test("a record says that it is being read while the platform does not answer, and shows what comes", async ({
  stage,
  onStage,
  campaign: id,
}) => {
  const page = await onStage("admin");
  const paths = [`/campaigns/${id}`, `/assistants/${id}`, `/workflows/${id}`, `/calls/${id}`, `/tools/${id}`];
  for (const path of paths) {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    stage.platform.answer((request, response) => void held.then(() => healthyPlatform(request, response)));
    await page.goto(path);
    await expect(page.locator("main [aria-busy=true]").first(), path).toBeVisible();
    await expect(page.locator("main [role=status]").filter({ hasText: /^Loading/ }), path).not.toHaveCount(0);
    release();
    await expect(page.locator("main"), path).toContainText("as it was");
    await expect(page.locator("main [aria-busy=true]"), path).toHaveCount(0);
  }
});
