import { idToPath } from "../lib/contract/identifier";
import type { Reply } from "../lib/testing/fault-replies";
import { expect, test } from "./support/test";

const odd = [
  "a/b",
  "#1",
  "what?",
  "50%",
  "two words",
  "..",
  ".",
  "~x",
  "ключ-日本",
  "x".repeat(200),
  "a&b=c+d",
  "%2e%2e",
  "\\back",
];

/** What browsers and routers change first. A page of each kind takes the same address apart. */
const hardest = ["a/b", "what?", "50%", "..", "ключ-日本", "%2e%2e"];

const resources: Record<string, string> = {
  campaigns: "/v1/campaigns/",
  assistants: "/v1/assistants/",
  workflows: "/v1/workflows/",
  calls: "/v1/calls/",
  tools: "/v1/tools/",
};

const echo: Reply = (request, response) => {
  const id = decodeURIComponent((request.url ?? "").split("?", 1)[0]?.split("/")[3] ?? "");
  // The rail counts log entries and credentials beside whatever page is open.
  const isList = /^\/v1\/(webhooks|integrations)\//.test(request.url ?? "");
  const data = isList ? [] : { id, said: `here is ${id}` };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ success: true, data, items: [] }));
};

test.beforeEach(({ stage }) => stage.platform.answer(echo));

for (const [resource, path] of Object.entries(resources))
  test(`any identifier of ${resource} goes from the address bar to the platform and back`, async ({
    stage,
    onStage,
  }) => {
    const page = await onStage("admin");
    for (const id of resource === "campaigns" ? odd : hardest) {
      stage.platform.seen.length = 0;
      await page.goto(`/${resource}/${idToPath(id)}`);
      await expect(page.locator("main"), id).toContainText(id);
      const asked = stage.platform.seen.map(({ url }) => url).filter((url) => url.startsWith(path));
      const ids = asked.map((url) => decodeURIComponent(url.slice(path.length)));
      expect(ids, id).toContain(id);
      // What was opened before is read again by itself, and so are other tests' campaigns.
      expect(ids.filter((each) => !odd.includes(each) && !/^c-[\da-f-]+/.test(each))).toEqual([]);
    }
  });

test("an odd identifier that is added opens the record, and survives Back and a reload", async ({ onStage }) => {
  const page = await onStage("admin");
  await page.goto("/campaigns");
  const id = "spring/50%#2..";
  await page.getByRole("button", { name: "Add campaigns" }).first().click();
  await page.getByLabel("IDs").fill(id);
  await page.getByRole("button", { name: "Add 1 campaign" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.locator(`tr[data-row-id="${id}"]`).press("Enter");
  await expect(page.locator("main")).toContainText(`here is ${id}`);
  await page.reload();
  await expect(page.locator("main")).toContainText(`here is ${id}`);
  await page.goBack();
  await expect(page).toHaveURL(/\/campaigns$/);
});
