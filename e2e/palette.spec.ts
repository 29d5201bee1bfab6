import { seeded } from "../lib/platform/seed/ids";
import { expect, test } from "./support/test";

const { campaigns, tools, calls, workflows } = seeded;
const acts = [
  { id: campaigns.completed, act: /Cancel a campaign with this ID/, asks: /^Cancel .+\?$/ },
  { id: tools.transfer, act: /Delete a tool with this ID/, asks: /^Delete .+\?$/ },
  { id: calls.ended, act: /End a call with this ID/, asks: /^End .+\?$/ },
];

test("the command field leads an ID to its question, and sends nothing", async ({ as }) => {
  const page = await as("admin");
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
  await page.goto("/");
  for (const { id, act, asks } of acts)
    await test.step(`${asks}`, async () => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: /^Find/ }).fill(id);
      await page.getByRole("option", { name: act }).click();
      await expect(page.getByRole("alertdialog", { name: asks })).toContainText(id);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("alertdialog")).toBeHidden();
      await expect(page.locator("main")).toContainText(id);
    });
  expect(sent.filter((url) => url.includes("/api/v1/"))).toEqual([]);
});

test("the command field does to the open record what its page asks, and leads to a person, a log entry and the guide", async ({
  as,
}) => {
  const page = await as("admin");
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
  const find = async (text: string, option: RegExp) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Find/ }).fill(text);
    await page.getByRole("option", { name: option }).first().click();
  };
  await page.goto(`/campaigns/${campaigns.running}`);
  await expect(page.getByRole("button", { name: /^Pause/ })).toBeVisible();
  await find("pause", /^Pause Winter tariff renewals/);
  await expect(page.getByRole("button", { name: /^Pause/ })).toBeFocused();
  await find("restart", /^Resume Winter tariff renewals…/);
  await expect(page.getByRole("alertdialog", { name: /^Resume/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(`/workflows/${workflows.renewal}`);
  await expect(page.getByRole("button", { name: /^Publish/ })).toBeVisible();
  await find("publish", /^Publish .+…/);
  const question = page.getByRole("alertdialog", { name: /^Publish/ });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await find("mara", /^Mara Okafor/);
  await expect(page.getByRole("complementary", { name: "Person" })).toContainText("Mara Okafor");
  await find("call.ended", /delivery/);
  await expect(page.getByRole("complementary", { name: "Delivery" })).toContainText("call.ended");
  await find("webhok arrive", /^Did that webhook arrive/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Did that webhook arrive?");
  expect(sent.filter((url) => url.includes("/api/v1/"))).toEqual([]);
});

test("records are found from the page of another one", async ({ as }) => {
  const page = await as("admin");
  await page.goto(`/campaigns/${campaigns.completed}`);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(campaigns.completed);
  await page.goto(`/campaigns/${campaigns.running}`);
  await expect(page.getByRole("button", { name: /^Pause/ })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Find/ }).fill(campaigns.completed);
  await expect(page.getByRole("group", { name: "Matching ID" }).getByRole("option")).toContainText("campaign");
});

test("sizes the command field's list by its content when the dialog has no set height", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/");
  await page.keyboard.press("Control+k");
  // Safari gives a flex basis of 0% no height in a dialog that is as high as its content.
  await expect(page.getByRole("listbox", { name: "Results" }).locator("..")).toHaveCSS("flex-basis", "auto");
});
