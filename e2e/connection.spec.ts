import { seeded } from "../lib/platform/seed/ids";
import { startFaultUpstream } from "../lib/testing/fault-upstream";
import { guardedBy } from "../lib/testing/healthy-platform";
import { signEverybodyIn } from "./support/people";
import { countPresses } from "./support/presses";
import { startProduct } from "./support/product";
import { expect, expectSound, patient, test } from "./support/test";

const key = "canary_key_of_another_7f31";

test("an admin connects another platform and goes back, invites two people, reads plan and costs, publishes, deletes and finds who did what, without a terminal", async ({
  browser,
}) => {
  const platform = await startFaultUpstream(guardedBy(key));
  const product = await startProduct({});
  const context = await browser.newContext({ baseURL: product.origin });
  const received: string[] = [];
  context.on("response", async (response) => received.push(await response.text().catch(() => "")));
  await context.addCookies((await signEverybodyIn(product.setupUrl ?? "")).admin);
  const page = patient(await context.newPage());
  const presses = await countPresses(page);
  const open = (name: string) =>
    page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).first().click();
  const main = page.locator("main");
  await page.goto("/");
  await expect(main).toContainText("Everything here is sample data, nobody is called.");
  await page.getByRole("link", { name: "Open the sample campaign" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Winter tariff renewals");
  await open("Overview");
  await expect(page.getByRole("listitem").filter({ hasText: "Open the first campaign, done" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Hide", exact: true }).click();
  await expect(page.getByRole("heading", { name: "First steps" })).toBeHidden();

  await page.getByRole("link", { name: "Connect your voice platform" }).click();
  await expect(main).toContainText("Demo platform, sample data");
  const over = page.getByRole("button", { name: "Switch connection" });

  await page.getByRole("textbox", { name: "Address" }).fill(platform.baseUrl);
  await page.getByRole("textbox", { name: "Key" }).fill("wrong_key_0000");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(main).toContainText("This connection does not work");
  await expect(over).toBeDisabled();
  await page.getByRole("textbox", { name: "Key" }).fill(key);
  await expect(main).not.toContainText("This connection does not work");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(main).toContainText("This connection works");
  await expectSound(page);
  await over.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Switch" }).click();
  await expect(page.getByRole("button", { name: "Switch back" })).toBeVisible();
  await expect(main).toContainText(new URL(platform.baseUrl).host);
  await expectSound(page);

  await open("Credentials");
  await expect(main).toContainText("Credential 3");
  await page.goto("/settings/connection");
  await page.getByRole("button", { name: "Switch back" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Switch" }).click();
  await expect(main).toContainText("Demo platform, sample data");

  await test.step("invites two people", async () => {
    await open("Team and roles");
    for (const name of ["Lena Brandt", "Noor Haddad"]) {
      await page.getByRole("button", { name: "Add a person" }).click();
      const form = page.getByRole("dialog");
      await form.getByLabel("Name").fill(name);
      await form.getByLabel("Email").fill(`${name.split(" ")[0]?.toLowerCase()}@fernhill.example`);
      await form.getByRole("button", { name: "Invite" }).click();
      await expect(page.getByRole("dialog", { name: `Invitation for ${name}` })).toContainText("/set-password#");
      await page.getByRole("button", { name: "Done" }).click();
    }
  });

  await test.step("reads what the plan allows and what numbers cost", async () => {
    await open("Phone numbers");
    await expect(main).toContainText("14 of 15 used");
    await expect(main).toContainText(/Monthly cost.*for 13 numbers/);
  });

  await test.step("publishes with a comparison", async () => {
    await open("Overview");
    await page.getByRole("link", { name: "Renewal follow-up" }).click();
    await page.getByRole("button", { name: /^Publish/ }).click();
    const question = page.getByRole("alertdialog", { name: "Publish Renewal follow-up now?" });
    await expect(question).toContainText("1 step added, 1 removed, 2 changed");
    await question.getByRole("button", { name: "Publish" }).click();
    await expect(main).toContainText(/Published version \d+/);
  });

  await test.step("deletes a tool", async () => {
    await open("Overview");
    await page.getByRole("link", { name: "find_account" }).click();
    await page.getByRole("button", { name: /Delete tool/ }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("textbox").fill("find_account");
    await question.getByRole("button", { name: /Delete/ }).click();
    await expect(main).toContainText(/Deleted .*Mara Okafor/);
  });

  await test.step("finds who did what", async () => {
    await open("Audit log");
    for (const done of [/published Renewal follow-up/, /deleted the tool find_account/, /invited Noor Haddad/])
      await expect(main).toContainText(done);
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByRole("status").filter({ hasText: "entries are verified" })).toBeVisible();
  });
  await presses.atMost(36);
  expect(received.join("\n").length).toBeGreaterThan(10_000);
  expect(received.filter((text) => text.includes(key))).toEqual([]);
  await context.close();
  await product.stop();
  await platform.close();
});

test("asks what stops being looked after before another platform is used, and lists what waits for the one before", async ({
  browser,
}) => {
  const platform = await startFaultUpstream(guardedBy(key));
  const product = await startProduct({});
  const context = await browser.newContext({ baseURL: product.origin });
  await context.addCookies((await signEverybodyIn(product.setupUrl ?? "")).admin);
  const page = patient(await context.newPage());
  const main = page.locator("main");
  const dialog = page.getByRole("dialog");
  const question = page.getByRole("alertdialog");
  const planned = page.getByRole("region", { name: "Scheduled" });
  const host = new URL(platform.baseUrl).host;
  const year = new Date().getUTCFullYear() + 1;

  await page.goto(`/campaigns/${seeded.campaigns.running}`);
  await planned.getByRole("button", { name: "Schedule an action" }).click();
  await dialog.getByLabel("What").selectOption("Pause");
  await dialog.getByLabel("When").fill(`${year}-01-02T20:00`);
  await dialog.getByLabel("Time zone").selectOption("Europe/London");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(planned).toContainText("Pause at 20:00 Europe/London");
  await page.goto("/settings/automation");
  await page.getByRole("switch", { name: "Balance below the minimum" }).click();
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog).toBeHidden();

  await page.goto("/settings/connection");
  await page.getByRole("textbox", { name: "Address" }).fill(platform.baseUrl);
  await page.getByRole("textbox", { name: "Key" }).fill(key);
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(main).toContainText("This connection works");
  await page.getByRole("button", { name: "Switch connection" }).click();
  await expect(question).toContainText(`Switch everyone to ${host}?`);
  await expect(question).toContainText("1 scheduled action, 1 guard rail, and 1 running campaign of the demo platform");
  await expectSound(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(main).toContainText("Demo platform, sample data");
  await page.getByRole("button", { name: "Switch connection" }).click();
  await question.getByRole("button", { name: "Switch" }).click();
  await expect(page.getByRole("button", { name: "Switch back" })).toBeVisible();

  await page.goto("/settings/automation");
  await expect(planned).toContainText("1 scheduled action waits for the demo platform");
  await expect(planned).toContainText("Pause Winter tariff renewals");
  await expect(planned).toContainText("20:00 Europe/London");
  await expectSound(page);

  await page.goto("/settings/connection");
  await page.getByRole("button", { name: "Switch back" }).click();
  await expect(question).toContainText("Switch everyone to the demo platform?");
  await expect(question).toContainText(`Nothing is scheduled or running on ${host}`);
  await question.getByRole("button", { name: "Switch" }).click();
  await expect(main).toContainText("Demo platform, sample data");
  await page.goto("/settings/automation");
  await expect(planned).toContainText("Pause Winter tariff renewals at 20:00 Europe/London");
  await expect(planned).not.toContainText("waits for");
  await context.close();
  await product.stop();
  await platform.close();
});
