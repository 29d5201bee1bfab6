import { seeded } from "../platform/seed/ids";
import { expect, test } from "./support/test";

const { campaigns, tools, workflows } = seeded;

test("opens the question for an ID in the command field, and sends nothing", async ({ as }) => {
  const page = await as("admin");
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
  await page.goto("/");
  await page.keyboard.press("Control+k");
  // Safari gives a flex basis of 0% no height in a dialog that is as high as its content.
  await expect(page.getByRole("listbox", { name: "Results" }).locator("..")).toHaveCSS("flex-basis", "auto");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Find/ }).fill(tools.transfer);
  await page.getByRole("option", { name: /Delete a tool with this ID/ }).click();
  await expect(page.getByRole("alertdialog", { name: /^Delete .+\?$/ })).toContainText(tools.transfer);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.locator("main")).toContainText(tools.transfer);
  expect(sent.filter((url) => url.includes("/api/v1/"))).toEqual([]);
});

test("acts on the open record from the command field, and finds people, deliveries and help", async ({ as }) => {
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
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Find/ }).fill(campaigns.paused);
  await expect(page.getByRole("group", { name: "Matching ID" }).getByRole("option")).toContainText("campaign");
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
