import type { Reply } from "../lib/testing/fault-replies";
import { expect, test } from "./support/test";

const fields = Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`field_${n}`, `value ${n}`]));

const longRecord: Reply = (request, response) => {
  const isRecord = /^\/v1\/(assistants|tools)\//.test(request.url ?? "");
  const data = isRecord ? { id: "wide", name: "Wide", ...fields } : [];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ success: true, data, items: [] }));
};

test.beforeEach(({ stage }) => stage.platform.answer(longRecord));

test("searches and folds JSON of 9,000 lines, and renders only the visible ones", async ({ onStage }) => {
  const page = await onStage("admin");
  await page.goto("/assistants/wide?view=json");
  const json = page.getByRole("region", { name: "Assistant as JSON" });
  const lines = json.locator("[data-line]");
  await expect(json.getByText("value 0", { exact: false }).first()).toBeVisible();
  await page.getByLabel("Find in the JSON").fill("value 8765");
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await expect(lines.filter({ hasText: '"value 8765"' })).toBeInViewport();
  expect(await lines.count()).toBeLessThan(200);
  await page.getByLabel("Find in the JSON").fill("");
  await json.evaluate((box) => box.scrollTo(0, 0));
  await lines.first().getByRole("button", { name: "Fold" }).click();
  await expect(lines).toHaveCount(1);
});

test("scrolls to the last of 9,000 fields of a record", async ({ onStage }) => {
  const page = await onStage("admin");
  await page.goto("/tools/wide");
  const record = page.getByRole("region", { name: /^Tool, 9,?002 fields/ });
  await expect(record.getByText("value 0", { exact: true })).toBeVisible();
  const last = record.getByText("value 8999", { exact: true });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
});
