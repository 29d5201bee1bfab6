import type { Reply } from "../lib/testing/fault-replies";
import { expect, test } from "./support/test";

const fields = Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`field_${n}`, `value ${n}`]));

const wide: Reply = (request, response) => {
  const isRecord = /^\/v1\/(assistants|tools)\//.test(request.url ?? "");
  const data = isRecord ? { id: "wide", name: "Wide", ...fields } : [];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ success: true, data, items: [] }));
};

test.beforeEach(({ stage }) => stage.platform.answer(wide));

test("JSON of thousands of lines is shown to its last line", async ({ onStage }) => {
  const page = await onStage("admin");
  await page.goto("/assistants/wide?view=json");
  await expect(page.getByRole("region", { name: "Assistant as JSON" })).toContainText('"value 8999"');
});

test("a record of thousands of fields is scrolled to its last field", async ({ onStage }) => {
  const page = await onStage("admin");
  await page.goto("/tools/wide");
  const record = page.getByRole("region", { name: /^Tool, 9,?002 fields/ });
  await expect(record.getByText("value 0", { exact: true })).toBeVisible();
  const last = record.getByText("value 8999", { exact: true });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
});
