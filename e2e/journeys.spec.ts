import { healthyPlatform } from "../lib/testing/healthy-platform";
import { seeded } from "../platform/seed/ids";
import { checkList, listOf, openImport, outcome, pressUpload, sumLine, uploadList } from "./support/import-wizard";
import { password, people } from "./support/people";
import { countPresses } from "./support/presses";
import { expect, listen, patient, test } from "./support/test";

test("adds a campaign by its ID, resumes, pauses and cancels it, and shows every answer", async ({ as }) => {
  // The browser logs the refusal and the requests that fail offline.
  const page = await as("campaign_manager", { expects: /status of 400|ERR_INTERNET_DISCONNECTED/ });
  const presses = await countPresses(page);
  await page.goto("/campaigns");
  await page.getByRole("button", { name: "Add campaigns" }).first().click();
  await page.getByLabel("IDs").fill(seeded.campaigns.paused);
  await page.getByRole("button", { name: "Add 1 campaign" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Smart meter appointments" }).click();
  await expect(page).toHaveURL(`/campaigns/${seeded.campaigns.paused}`);
  const main = page.locator("main");
  await expect(main).toContainText("paused");

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Pause/ }).click();
  await expect(main).toContainText("Pause was refused");
  await expect(main).toContainText(/current status is paused/);

  await page.keyboard.press("e");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("210 people will be called");
  await question.getByRole("button", { name: /Resume/ }).click();
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts).toContainText("Smart meter appointments was resumed");
  await expect(main).toContainText("Resumed by Ines Duarte");

  await presses.reset();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Pause Smart meter appointments" }).click();
  await expect(toasts).toContainText("Smart meter appointments was paused");
  await presses.atMost(2);
  await page.goBack();
  await expect(main).toContainText("Paused by Ines Duarte");

  await page.getByRole("button", { name: /^Cancel/ }).click();
  const confirm = page.getByRole("alertdialog");
  const sure = confirm.getByRole("button", { name: /Cancel (the |this )?campaign/i });
  await expect(sure).toBeDisabled();
  await confirm.getByRole("textbox").fill((await page.getByRole("heading", { level: 1 }).textContent()) ?? "");
  await page.context().setOffline(true);
  await expect(confirm).toContainText("This browser is offline");
  await expect(sure).toBeDisabled();
  await page.context().setOffline(false);
  await sure.click();
  await expect(main).toContainText("cancelled");
});

test("uploads the valid contacts of a list, and shows which rows the platform refused", async ({ as, product }) => {
  const page = await as("campaign_manager");
  const main = page.locator("main");
  await openImport(page, seeded.campaigns.draft);
  const rows = ["+12125550142,Ann Lee", "0171 nothing,Bo", '+12125550143,"Diaz, Bo"', "+12125550142,Ann again"];
  await checkList(page, listOf("autumn.csv", ["phone_number,name", ...rows]));
  await expect(sumLine(page)).toContainText("4 rows: 2 will be uploaded, 1 needs fixing, 1 duplicate");
  await page.getByRole("button", { name: "Continue with 2 contacts" }).click();
  await pressUpload(page);
  await expect(outcome(page)).toBeVisible();
  await expect(main).toContainText("The platform counts 2 accepted, 0 rejected, 0 duplicates; 2 were uploaded.");

  await page.getByRole("button", { name: "Upload another list" }).click();
  const { address, key } = product.platform;
  const outside = new FormData();
  outside.set("file", new File(["phone_number,name\r\n+12125550145,Di\r\n"], "outside.csv", { type: "text/csv" }));
  await fetch(`${address}/v1/campaigns/${seeded.campaigns.draft}/contacts/upload`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: outside,
  });
  const late = ["not a number,Eve", "+12125550144,Cy", "+12125550145,Di", "+12125550142,Ann Lee"];
  await uploadList(page, listOf("late.csv", ["phone_number,name", ...late]));
  await expect(main).toContainText(/1 of 2 contacts were added to/);
  const refused = main.getByRole("region", { name: "errors, as a table" });
  await expect(refused.getByRole("row", { name: /duplicate_in_campaign/ })).toHaveText(/\+12125550145.*4$/);
  await page.getByRole("link", { name: "Open the campaign" }).click();
  await expect(main).toContainText("late.csv");
});

test("answers “nothing arrived at about 14:10 yesterday” in three presses, and a pasted ID in two", async ({
  browser,
  stage,
}) => {
  const at = (clock: string) => `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T${clock}Z`;
  const entry = { webhook_id: "journey_1", event: "end-of-call-report", status: "delivered", attempts: 1 };
  const data = [
    { ...entry, id: "journey_failed", status: "failed", attempts: 6, delivered_at: at("14:08:15") },
    ...["13:41:00", "14:12:00", "14:31:00"].map((clock, nth) => ({
      ...{ ...entry, id: `journey_${nth}`, delivered_at: at(clock) },
    })),
  ];
  stage.platform.answer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://here");
    if (pathname !== "/v1/webhooks/logs") return healthyPlatform(request, response);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data }));
  });
  const context = await browser.newContext({
    baseURL: stage.product.origin,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = patient(await context.newPage());
  const complaints = listen(page);
  const presses = await countPresses(page);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(people.support.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await page.request.get("/api/console/delivery-reading?fresh=yes", { headers: { "x-switchboard": "1" } });
  await presses.reset();
  await page.getByRole("navigation").getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("searchbox", { name: "ID or address" }).pressSequentially("about 14:10 yesterday");
  const rows = page.locator("main tr[data-row-id]");
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Copy for ticket" }).click();
  await expect.poll(copied).toMatch(/^Not arrived: 1 of 2 known deliveries in this time\n/);
  expect(await copied()).toMatch(
    /\nTo .*\n- .*: Not arrived.*, 6 attempts, end-of-call-report, status failed, ID journey_failed\nTo .*\n- .*: Arrived/,
  );
  await presses.atMost(3);
  await expect(page.getByRole("searchbox", { name: "ID or address" })).toHaveValue("about 14:10 yesterday");

  await page.locator("tr[data-row-id=journey_failed]").click();
  const drawer = page.getByRole("complementary", { name: "Delivery" });
  await drawer.getByRole("button", { name: "Add a note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Their firewall was closed.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(drawer.getByRole("listitem").filter({ hasText: "Their firewall was closed." })).toBeVisible();
  await drawer.getByRole("button", { name: "Copy for ticket" }).click();
  await expect.poll(copied).toMatch(/\nAttempts: 6\n(.*\n)*Status as sent: failed\n/);
  expect(await copied()).toMatch(/\nNote by .*: Their firewall was closed\. \([\s\S]*entry=journey_failed$/);

  await page.goto("/webhooks?time=all");
  await expect(rows.first()).toBeVisible();
  await page.evaluate(() => navigator.clipboard.writeText("journey_failed"));
  await presses.reset();
  await page.keyboard.press("f");
  await expect(page.getByRole("searchbox", { name: "ID or address" })).toBeFocused();
  await page.keyboard.press("Control+v");
  await expect(page.getByRole("complementary", { name: "Delivery" })).toContainText("journey_failed");
  await presses.atMost(2);
  expect(complaints).toEqual([]);
  await context.close();
});

test("lets support end a call and a session, but not start a campaign", async ({ as }) => {
  const page = await as("support");
  const main = page.locator("main");
  await page.goto(`/calls/${seeded.calls.ended}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Call with Hedda Brandt");
  await expect(main).toContainText("The customer hung up after 4 min 12 s.");
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(main).toContainText("I will read it when it is here.");
  await page.goto(`/calls/${seeded.calls.liveInbound}`);
  await page.getByRole("button", { name: /End call/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: /End/ }).click();
  await expect(main).toContainText(/already ended at \d\d:\d\d/);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Find/ }).fill(seeded.sessions.web);
  await page.getByRole("option", { name: /^End a session with this ID/ }).click();
  await page.getByRole("alertdialog").getByRole("textbox").fill("end");
  await page.getByRole("alertdialog").getByRole("button", { name: /End/ }).click();
  await expect(page.getByText("The session was ended").first()).toBeVisible();
  await page.goto("/sessions");
  await expect(page).toHaveURL(/\/calls$/);
  await page.goto(`/campaigns/${seeded.campaigns.running}`);
  await expect(page.getByRole("button", { name: /^Pause/ })).toBeDisabled();
  await expect(main).toContainText("Admins and campaign managers can");
});
