import type { Locator, Page } from "@playwright/test";
import { campaign, healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { emptyInbox, eventSender } from "./support/event-sender";
import { countPresses } from "./support/presses";
import { savedBy } from "./support/saved-by";
import { expect, expectSound, refresh, test } from "./support/test";

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test.beforeEach(({ stage }) => emptyInbox(stage.product));

const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });

/** Beside calls that are listed already, such as one of another test, a new one waits behind a button. */
async function showNew(page: Page, row: Locator) {
  const waiting = page.getByRole("button", { name: /\d new/ });
  await expect(row.or(waiting).first()).toBeVisible();
  if (await waiting.isVisible()) await waiting.click();
  await expect(row).toBeVisible();
}

test("finds a stuck call by its number and ends it in four presses", async ({ stage, onStage }) => {
  stage.platform.answer((request, response) => {
    const { method, url = "" } = request;
    if (!url.includes("/calls/")) return healthyPlatform(request, response);
    const data = method === "POST" ? { status: "ended" } : { id: url.split("/").at(-1), status: "in-progress" };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ success: true, data }));
  });
  const send = await eventSender(await onStage("admin"), stage.product.origin);
  const call = { call_id: "stuck-1", customer_number: "+447700900417", customer_name: "Karim Haddad" };
  await send("call.started", { ...call, status: "in-progress", started_at: ago(120) });

  const page = await onStage("support");
  const presses = await countPresses(page);
  await page.goto("/calls");
  await expect(rowOf(page, "Karim Haddad")).toContainText(/No end seen|In progress/);
  await expectSound(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Find/ }).fill("07700 900417");
  await expect(page.getByRole("option", { name: /^Karim Haddad call in progress/ })).toBeVisible();
  await page.getByRole("option", { name: "End the call with Karim Haddad…" }).click();
  await expect(page.getByRole("button", { name: "Keep the call" })).toBeFocused();
  await page.getByRole("button", { name: "End the call" }).click();
  const sent = () => stage.platform.seen.map(({ method, url }) => `${method} ${url}`);
  await expect.poll(sent).toContain("POST /v1/calls/stuck-1/end");
  // The list follows at once, and that is no second notification.
  await expect(page.getByRole("region", { name: "Notifications" })).toHaveText("Call with Karim Haddad was ended");
  await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(1);
  await presses.atMost(4);
});

test("shows calls come and go by their events, with search and export", async ({ stage, onStage }) => {
  const admin = await onStage("admin", { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  const copied = () => admin.evaluate(() => navigator.clipboard.readText());
  await admin.goto("/calls");
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText(/^(No call|\d+ calls?) in progress$/);
  // The open page follows the new address without a reload.
  const send = await eventSender(admin, stage.product.origin);
  await expect(admin.getByText("Calls fill themselves once")).toHaveCount(0);
  const call = { call_id: "come-1", customer_number: "+493023125071", customer_name: "Hedda Brandt" };
  const started = { ...call, direction: "outbound", campaign_id: campaign, started_at: ago(1), answered_at: ago(1) };
  const row = rowOf(admin, "Hedda Brandt");
  await expect(row).toHaveCount(0);
  await send("call.started", { ...started, status: "in-progress" });
  await showNew(admin, row);
  await expect(row).toContainText("Talking");
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText(/^\d+ calls? in progress$/);
  await row.getByRole("button", { name: "End the call with Hedda Brandt…" }).click();
  await expect(admin.getByRole("alertdialog")).toContainText("The conversation stops at once.");
  const said = { transcript: [{ role: "user", content: "Please send it by post." }], summary: "Sent by post." };
  const end = { ended_at: ago(0), duration_seconds: 72, ended_reason: "customer-ended-call" };
  await send("call.ended", { ...started, ...end, ...said });
  await expect(admin.getByText("The call has just ended").first()).toBeVisible();
  await expect(admin.getByRole("alertdialog")).toHaveCount(0);
  const ended = row;
  const sections = admin.getByRole("row", { name: /^(In progress \d|Today)|Hedda/ });
  await expect(ended).toContainText("1:12");
  await expect(sections.nth(1)).toContainText("Hedda");
  const other = { call_id: "come-2", customer_number: "+493023125072", customer_name: "Ada Bell" };
  await send("call.started", { ...started, ...other, status: "in-progress" });
  await admin.getByRole("button", { name: "1 new, 1 ended" }).click();
  await expect(sections).toContainText([/In progress \d/, "Today", "Hedda"]);
  await expect(ended).toContainText("Customer hung up");

  await admin.getByRole("searchbox", { name: "Number, name or ID" }).fill("030 23125071");
  await expect(ended).toHaveCount(1);
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText("1 call found");
  await expect(admin).toHaveURL(/\/calls$/);
  expect(await savedBy(admin.getByRole("button", { name: "CSV", exact: true }))).toContain(
    "+493023125071,Hedda Brandt,customer-ended-call",
  );
  await admin.getByRole("searchbox", { name: "Number, name or ID" }).fill("no such call");
  await expect(admin.getByText("No call matches")).toBeVisible();
  await admin.getByRole("button", { name: "Clear filters" }).click();
  await ended.getByRole("button", { name: "More about Hedda Brandt" }).click();
  await admin.getByRole("menuitem", { name: "Copy for ticket" }).click();
  await expect(admin.getByRole("menuitem", { name: "Copied" })).toBeVisible();
  expect(await copied()).toMatch(/hung up after 1 min 12 s\.\n(.*\n)+Call ID: come-1\nSource: the events received\n/);
  await admin.keyboard.press("Escape");
  await ended.getByRole("link", { name: /Hedda Brandt/ }).click();
  const reached = admin.getByRole("region", { name: "Reached Switchboard" });
  await expect(reached.getByRole("link", { name: "Show in the log" })).toHaveAttribute(
    "href",
    "/webhooks?call=come-1&time=all",
  );
  await expect(reached.getByRole("listitem")).toContainText(["call.started", "call.ended"]);
  const happened = admin.getByRole("region", { name: "What happened" }).getByRole("listitem");
  await expect(happened).toContainText([/Started/, /Answered/, /Customer hung up/]);
  await expect(admin.getByRole("region", { name: "Facts" })).toContainText(
    /Contact.*Hedda Brandt.*From the events received/,
  );
  await expect(admin.getByText("Please send it by post.")).toHaveCount(0);
  await admin.getByRole("button", { name: "Open the content" }).click();
  await expect(admin.getByText("Please send it by post.")).toBeVisible();

  const notes = admin.getByRole("region", { name: "Notes" });
  await notes.getByRole("button", { name: "Add a note" }).click();
  await admin.getByRole("textbox", { name: "Note" }).fill("The letter went out today.");
  await admin.getByRole("button", { name: "Add note" }).click();
  await expect(notes.getByRole("listitem")).toContainText("The letter went out today.");
  await expectSound(admin);
  await admin.getByRole("heading", { level: 1 }).click();
  await admin.keyboard.press("c");
  await expect.poll(copied).toMatch(/^The customer hung up[\s\S]*The letter went out today\.[\s\S]*\/calls\/come-1$/);
  await admin.keyboard.press("l");
  await expect.poll(copied).toMatch(/^http\S+\/calls\/come-1$/);

  const manager = await onStage("campaign_manager");
  await manager.goto("/calls/come-1");
  await expect(manager.getByText("Only admins and support can open it.")).toBeVisible();
  await manager.goto(`/campaigns/${campaign}?tab=contacts`);
  await expect(manager.getByRole("table", { name: "Contacts" })).toContainText("Hedda Brandt");
  const results = await manager.request.get(
    (await manager.getByRole("link", { name: "CSV", exact: true }).getAttribute("href")) ?? "",
  );
  expect(await results.text()).toMatch(/Hedda Brandt,\+49 3023125071,1,Customer hung up,.*,come-1/);
});

test("keeps a searched number out of every address, also of an old link", async ({ stage, onStage }) => {
  const page = await onStage("admin");
  const send = await eventSender(page, stage.product.origin);
  const call = { call_id: "hidden-1", customer_number: "+493023125071", customer_name: "Hedda Brandt" };
  await send("call.ended", { ...call, ended_at: ago(0), ended_reason: "customer-ended-call" });
  const other = { call_id: "hidden-2", customer_number: "+442079460333", customer_name: "Priya Nair" };
  await send("call.ended", { ...other, ended_at: ago(0), ended_reason: "customer-ended-call" });
  const addresses: string[] = [];
  const digitsOf = (url: string) => decodeURIComponent(url).replaceAll(/\D/g, "");
  const withNumber = () => addresses.filter((url) => digitsOf(url).includes("3023125071"));
  page.on("request", (request) => addresses.push(request.url(), request.headers().referer ?? ""));
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  const field = page.getByRole("searchbox", { name: "Number, name or ID" });

  await page.goto("/calls");
  await showNew(page, row("Priya Nair"));
  await field.fill("+49 30 23125071");
  await expect(row("Priya Nair")).toHaveCount(0);
  await expect(row("Hedda Brandt")).toHaveCount(1);
  expect(await savedBy(page.getByRole("button", { name: "CSV", exact: true }))).toMatch(/Hedda Brandt/);
  await page.reload();
  await expect(field).toHaveValue("+49 30 23125071");
  await expect(row("Priya Nair")).toHaveCount(0);
  await row("Hedda Brandt")
    .getByRole("link", { name: /Hedda Brandt/ })
    .click();
  await expect(page).toHaveURL(/\/calls\/hidden-1$/);
  await page.goBack();
  await expect(field).toHaveValue("+49 30 23125071");
  await expect(row("Priya Nair")).toHaveCount(0);
  await expect(row("Hedda Brandt")).toHaveCount(1);
  expect(withNumber()).toEqual([]);

  for (const [path, name] of [
    ["/calls", "Number, name or ID"],
    ["/webhooks", "Time, number, ID or address"],
    ["/audit", "Name or record"],
  ] as const) {
    await page.goto(`${path}?text=%2B493023125071`);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    const search = page.getByRole("searchbox", { name, exact: true });
    await expect(search).toHaveValue("+493023125071");
    addresses.length = 0;
    await search.fill("030 23125071");
    await expect.poll(() => page.evaluate(() => history.state.hidden)).toEqual({ text: "030 23125071" });
    await page.waitForLoadState("networkidle");
    expect(addresses.length, path).toBeGreaterThan(0);
    expect(withNumber(), path).toEqual([]);
  }
});

test("offers a role that may not end calls no button for it, and shows a call without the platform", async ({
  stage,
  onStage,
}) => {
  const send = await eventSender(await onStage("admin"), stage.product.origin);
  const call = { call_id: "read-1", customer_number: "+442079460333", customer_name: "Priya Nair" };
  await send("call.started", { ...call, status: "in-progress", started_at: ago(3), answered_at: ago(3) });
  const page = await onStage("campaign_manager", { expects: /502/ });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/calls");
  const row = rowOf(page, "Priya Nair");
  await showNew(page, row);
  await expect(row).toContainText("3:");
  await expect(row.getByRole("button", { name: /^End/ })).toHaveCount(0);
  await expectSound(page);
  stage.platform.answer((_request, response) => void response.writeHead(500).end());
  await page.goto("/calls/read-1");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Call with Priya Nair");
  await expect(page.getByText("The platform’s record could not be read.")).toBeVisible();
});

test("lists a stuck call that was only opened by its ID, finds it by its number, and reads an unknown ID", async ({
  stage,
  onStage,
}) => {
  const record = { status: "in-progress", to_number: "+441632960777", customer_name: "Tomasz Quigley" };
  stage.platform.answer((request, response) => {
    const { url = "" } = request;
    if (!url.includes("/calls/") && !url.includes("/assistants/")) return healthyPlatform(request, response);
    const data = url.includes("/assistants/")
      ? { id: "as-stuck", name: "Maya", max_duration_seconds: 600 }
      : { id: url.split("/").at(-1), ...record, assistant_id: "as-stuck", answered_at: ago(43), started_at: ago(43) };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ success: true, data }));
  });
  const page = await onStage("support");
  await page.goto("/assistants/as-stuck");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Maya");
  await page.goto("/calls?view=opened");
  const field = page.getByRole("searchbox", { name: "Number, name or ID" });
  await field.fill("call_stuck_0001");
  await expect(page.getByText("Nobody has opened a call with this ID here")).toBeVisible();
  await field.press("Enter");
  await expect(page).toHaveURL(/\/calls\/call_stuck_0001$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Call with Tomasz Quigley");
  await page.goto("/calls");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/calls? (is|are) past (its|their) limit/);
  await expect(rowOf(page, "Tomasz Quigley")).toContainText(/3[23] min past its limit/);
  await expect(rowOf(page, "Tomasz Quigley").getByRole("button", { name: /^End/ })).toBeVisible();
  await field.fill("01632 960777");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("1 call found");
  await expectSound(page);
});

test("says in two presses from a call's number that the customer's webhook did not get its events", async ({
  stage,
  onStage,
}) => {
  const entry = { id: "arrive-1", webhook_id: "wh-1", event: "call.ended", status: "failed", attempts: 4 };
  const crm = { id: "wh-1", url: "https://crm.fernhill.example/in", events: ["call.ended"], status: "active" };
  let entries: object[] = [];
  stage.platform.answer((request, response) => {
    const { url = "" } = request;
    if (!url.includes("/webhooks")) return healthyPlatform(request, response);
    const data = url.includes("/logs") ? entries : [crm];
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ success: true, data }));
  });
  const send = await eventSender(await onStage("admin"), stage.product.origin);
  const call = { call_id: "arrive-call", customer_number: "+441632960778", customer_name: "Carys Hughes" };
  await send("call.ended", { ...call, started_at: ago(1), ended_at: ago(0), ended_reason: "customer-ended-call" });
  entries = [entry];
  const page = await onStage("support", { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  await page.goto("/webhooks");
  await expect(async () => {
    await refresh(page);
    await expect(page.getByText("crm.fernhill.example").first()).toBeVisible({ timeout: timeoutMs(3_000) });
  }).toPass();
  const presses = await countPresses(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Find/ }).fill("01632 960778");
  await expect(page.getByRole("option", { name: /^Carys Hughes/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const arrived = page.getByRole("region", { name: "Did it arrive?" });
  await expect(arrived.getByRole("listitem").first()).toContainText(
    /crm\.fernhill\.example.*1 of 1 call\.ended not arrived/,
  );
  await expect(arrived).toContainText("The log has no call IDs.");
  await presses.atMost(2);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("c");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/Did it arrive at crm\.fernhill\.example: 1 of 1 call\.ended not arrived/);
  await expectSound(page);
  await arrived.getByRole("link", { name: "crm.fernhill.example" }).click();
  await expect(page).toHaveURL(/\/webhooks\?webhook=wh-1&event=call\.ended&between=/);
});
