import { expect, test } from "./support/test";

/** Each page with a record of the demo platform that it shows. */
const shown: [page: string, path: string, text: RegExp][] = [
  ["Overview", "/", /running/],
  ["Webhooks", "/webhooks", /crm\.fernhill\.example/],
  ["Campaigns", "/campaigns", /Winter tariff renewals/],
  ["Import contacts", "/import", /Spring green energy offer/],
  ["Calls", "/calls", /Hedda Brandt/],
  ["Sessions", "/sessions", /Hedda Brandt/],
  ["Assistants", "/assistants", /Maya, tariff renewals/],
  ["Workflows", "/workflows", /Renewal follow-up/],
  ["Tools", "/tools", /find_account/],
  ["Phone numbers", "/phone-numbers", /suspended/],
  ["Credentials", "/credentials", /Smart meter registry/],
  ["Team", "/team", /Mara Okafor/],
  ["Audit log", "/audit", /Mara Okafor/],
  ["Settings", "/settings", /Theme/],
];

test("shows a record on each page when the demo has just started", async ({ as }) => {
  const page = await as("admin");
  for (const [name, path, text] of shown)
    await test.step(name, async () => {
      await page.goto(path);
      await expect(page.locator("main")).toContainText(text);
    });
});
