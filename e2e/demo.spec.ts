import { startFaultUpstream } from "../lib/testing/fault-upstream";
import { guardedBy } from "../lib/testing/healthy-platform";
import { password, people } from "./support/people";
import { countPresses } from "./support/presses";
import { startProduct } from "./support/product";
import { expect, expectSound, listen, patient, test } from "./support/test";

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

const looks = [
  { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

const key = "canary_key_of_demo_5a10";

test("from the printed link, no page is empty, a campaign moves, and a real platform shows no sample", async ({
  browser,
}, info) => {
  const platform = await startFaultUpstream(guardedBy(key));
  const product = await startProduct();
  const context = await browser.newContext({ baseURL: product.origin });
  const page = patient(await context.newPage());
  const complaints = listen(page);
  const main = page.locator("main");
  const heading = page.getByRole("heading", { level: 1 });

  await test.step("opens a running campaign in five presses after one form", async () => {
    await page.goto(product.setupUrl ?? "");
    await page.getByLabel("Name").fill(people.admin.name);
    await page.getByLabel("Email").fill(people.admin.email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(heading).toHaveText("Overview");
    const presses = await countPresses(page);
    await page.reload();
    await page.getByRole("link", { name: "Open campaigns" }).click();
    await page.getByRole("link", { name: "Boiler service reminders" }).click();
    await expect(heading).toHaveText("Boiler service reminders");
    await presses.atMost(5);
    const done = async () => Number(/(\d+)\s*of 120/.exec((await main.textContent()) ?? "")?.[1]);
    await expect.poll(done).toBeGreaterThan(0);
    const before = await done();
    await expect.poll(done).toBeGreaterThan(before);
  });

  for (const look of looks) {
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    for (const [name, path, text] of shown)
      await test.step(`${name} shows a record at ${look.viewport.width} px`, async () => {
        await page.goto(path);
        await expect(main).toContainText(text);
        await expectSound(page);
        await page.screenshot({ path: info.outputPath(`${name.replace(/\W/g, "-")}-${look.colorScheme}.png`) });
      });
  }

  await test.step("shows no sample of the demo once a real platform is connected", async () => {
    const post = (to: string, data: object) =>
      page.request.post(to, { data, headers: { "x-switchboard": "1", origin: product.origin } });
    const connected = await post("/api/console/connection", { address: platform.baseUrl, key });
    expect(connected.status(), await connected.text()).toBe(200);
    const known = async () =>
      ((await (await page.request.get("/api/console/saved")).json()) as { data: unknown[] }).data;
    await expect.poll(known).toEqual([]);
    for (const path of ["/campaigns", "/calls", "/sessions", "/workflows", "/tools", "/import"]) {
      await page.goto(path);
      await expect(heading).toBeVisible();
      await expect(main).not.toContainText(/Winter tariff|Hedda Brandt|Renewal follow-up|find_account/);
    }
  });
  expect(complaints).toEqual([]);
  await context.close();
  await product.stop();
  await platform.close();
});
