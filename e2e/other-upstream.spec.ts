import { idToPath } from "../lib/contract/identifier";
import { odd, otherPlatform } from "./support/other-upstream";
import { expect, test } from "./support/test";

test("opens a record by an odd ID and shows all fields of another platform's answer", async ({ stage, onStage }) => {
  stage.platform.answer(otherPlatform);
  const page = await onStage("admin");
  const main = page.locator("main");
  await page.goto(`/campaigns/${idToPath(odd.campaign)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Spring renewals");
  for (const text of [odd.campaign, "throttled", "dialling", "12345678901234567890", "0.10", "<script>"])
    await expect(main).toContainText(text);
  expect(await page.title()).not.toBe("owned");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Spring renewals");
  await page.goto("/campaigns");
  await page.getByRole("row", { name: /Spring renewals/ }).press("Enter");
  await expect(page).toHaveURL(`/campaigns/${idToPath(odd.campaign)}`);
  await page.goBack();
  await expect(page).toHaveURL(/\/campaigns$/);
});

test("ends a session with an odd ID when the platform answers 204", async ({ stage, onStage }) => {
  stage.platform.answer(otherPlatform);
  const page = await onStage("admin");
  await page.goto(`/sessions?${new URLSearchParams({ id: odd.session })}`);
  await expect(page.getByRole("alertdialog")).toContainText("this one is not");
  await page.getByRole("alertdialog").getByRole("textbox").fill("end");
  await page.getByRole("alertdialog").getByRole("button", { name: /End/ }).click();
  const sent = () => stage.platform.seen.map(({ method, url }) => `${method} ${url}`);
  await expect.poll(sent).toContain("POST /v1/sessions/%2E%2E/end");
});
