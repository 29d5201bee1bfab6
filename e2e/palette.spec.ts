import { seeded } from "../lib/platform/seed/ids";
import { expect, test } from "./support/test";

const acts = [
  { id: seeded.campaigns.completed, act: /Cancel a campaign with this ID/, asks: /^Cancel .+\?$/ },
  { id: seeded.tools.transfer, act: /Delete a tool with this ID/, asks: /^Delete .+\?$/ },
  { id: seeded.calls.ended, act: /End a call with this ID/, asks: /^End the call with .+\?$/ },
];

for (const { id, act, asks } of acts)
  test(`the command field leads an ID to its question, and sends nothing: ${asks}`, async ({ as }) => {
    const page = await as("admin");
    const sent: string[] = [];
    page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
    await page.goto("/");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill(id);
    await page.getByRole("option", { name: act }).click();
    await expect(page.getByRole("alertdialog", { name: asks })).toContainText(id);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(page.locator("main")).toContainText(id);
    expect(sent.filter((url) => url.includes("/api/v1/"))).toEqual([]);
  });
