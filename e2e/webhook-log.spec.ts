import type { Page } from "@playwright/test";
import type { Reply } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { findLayoutShifts, watchLayoutShifts } from "./support/layout-shift";
import { expect, refresh, test } from "./support/test";

type Entry = {
  id: string;
  webhook_id: string;
  event: string;
  status: string;
  attempts: number;
  delivered_at: string | null;
};

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** A platform with these entries. IDs of many digits are sent as numbers. */
function platformWith(entries: readonly Entry[]): Reply {
  return (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://here");
    if (!pathname.startsWith("/v1/webhooks")) return healthyPlatform(request, response);
    const first = {
      id: "webhook_1",
      url: "https://warehouse.example.com/in",
      events: ["call.ended"],
      status: "active",
    };
    const others = Array.from({ length: 8 }, (_, nth) => ({
      ...first,
      id: `other_${nth}`,
      url: `https://${nth}.example`,
    }));
    response.writeHead(200, { "content-type": "application/json" });
    const text = JSON.stringify({ success: true, data: pathname.endsWith("/logs") ? entries : [first, ...others] });
    response.end(text.replaceAll(/"(\d{17,})"/g, "$1"));
  };
}

const entry = (id: string, rest: Partial<Entry> = {}): Entry => ({
  id,
  webhook_id: "webhook_1",
  event: "call.ended",
  status: "delivered",
  attempts: 1,
  delivered_at: minutesAgo(3),
  ...rest,
});

const rows = (page: Page) => page.locator("main tr[data-row-id]");
/** A tab of the log with its count. */
const view = (page: Page, name: string, count: number) =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: `${name} ${count}`, exact: true });
const search = (page: Page) => page.getByRole("searchbox", { name: "ID or address" });

test("lists deliveries by their first try, and finds them by ID, filter and time", async ({ stage, onStage }) => {
  const failing = entry("entry_failing", { status: "failed", attempts: 3, delivered_at: null });
  const entries = [failing, ...Array.from({ length: 60 }, (_, nth) => entry(`entry_${nth}`))];
  stage.platform.answer(platformWith(entries));
  const page = await onStage("support");
  const main = page.locator("main");
  const drawer = page.getByRole("complementary", { name: "Delivery" });

  await test.step("answers with what did not arrive, the newest on top", async () => {
    await page.goto("/webhooks?webhook=webhook_1");
    await refresh(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Not arrived yet: 1 of 61 .*, 3 attempts$/);
    await expect(rows(page).first()).toContainText(/^by .*being retried/);
  });

  await test.step("opens an entry by its ID, turns tokens into filters, and explains an unknown order", async () => {
    await page.keyboard.press("f");
    await expect(search(page)).toBeFocused();
    await search(page).fill("entry_failing");
    await search(page).press("Enter");
    await expect(drawer).toContainText("Not arrived");
    await page.keyboard.press("Escape");
    await search(page).fill("status:failed attempts:>2");
    await search(page).press("Enter");
    await expect(page).toHaveURL(/status=failed/);
    await expect(page).toHaveURL(/attempts=3\.\./);
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Clear Attempts filter" }).click();
    await page.getByRole("button", { name: /^Status failed/ }).click();
    await page.getByRole("option", { name: /^delivered/ }).click();
    await expect(page).toHaveURL(/status=failed%2Cdelivered/);
    await page.getByRole("checkbox", { name: "Leave these out" }).click();
    await expect(main).toContainText("No delivery matches");
    await page.keyboard.press("Escape");
    await search(page).fill("order 4711");
    await expect(main).toContainText(
      "“order 4711” is not a time, number, ID, address or word that Switchboard knows from the log",
    );
    await expect(main).toContainText("People and numbers are found only in events that arrived here");
    await expect(page.getByRole("button", { name: "Copy for ticket" })).toBeDisabled();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(rows(page).first()).toBeVisible();
  });

  await test.step("reads a time while it is typed, and reports an invalid one", async () => {
    // Deliveries of other tests are in the log, too.
    await page.goto("/webhooks?webhook=webhook_1");
    await search(page).fill("08:20 or so");
    await expect(main).toContainText("Not a valid time. Try: today 08:20");
    await expect(rows(page).first()).toBeVisible();
    await search(page).fill("last hour");
    await search(page).press("Enter");
    await expect(page).toHaveURL(/between=/);
    await expect(main).not.toContainText("Not a valid time");
    await expect(view(page, "Arrived", 60)).toBeVisible();
  });

  await test.step("takes a time range in words or from the chart", async () => {
    await page.goto("/webhooks?webhook=webhook_1");
    await page.getByRole("button", { name: /^Time:/ }).click();
    await page.getByRole("textbox", { name: "From" }).fill("yesterday 14:00–14:20");
    await page.getByRole("textbox", { name: "To" }).fill("");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(page).toHaveURL(/between=.*T14%3A00%3A00Z\.\..*T14%3A20%3A00Z/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not watched in this time");
    await page.getByRole("button", { name: "Show all time" }).click();
    await expect(view(page, "Arrived", 60)).toBeVisible();
    const bars = page.getByRole("group", { name: /^Deliveries by/ }).getByRole("button");
    await bars.first().focus();
    await page.keyboard.press("Shift+End");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/between=/);
    await expect(rows(page).first()).toBeVisible();
  });

  await test.step("shows the events of a webhook on its own page, with links to the log", async () => {
    await page.getByRole("button", { name: "warehouse.example.com" }).click();
    await page.getByRole("link", { name: /^Events, retries and all fields/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("warehouse.example.com/in");
    const events = page.getByRole("table", { name: "Events of this webhook" });
    await expect(events.getByRole("row", { name: /call\.ended/ })).toContainText("61");
    await events.getByRole("link", { name: "call.ended" }).click();
    await expect(page).toHaveURL(/\/webhooks\?webhook=webhook_1.*event=call\.ended/);
  });
  await page.close();
});

const zones = [
  {
    timezoneId: "Europe/Berlin",
    webhook: "other_1",
    typed: "14:10 Kolkata",
    offset: "01:00",
    clocks: /Asia\/Kolkata, .*08:30 – 08:50 UTC/,
  },
  {
    timezoneId: "Asia/Kolkata",
    webhook: "other_2",
    typed: "14:10 CET",
    offset: "05:30",
    clocks: /Europe\/Berlin, .*13:00 – 13:20 UTC/,
  },
];

for (const { timezoneId, webhook, typed, offset, clocks } of zones)
  test(`reads times as local in ${timezoneId}, and says both clocks`, async ({ stage, onStage }) => {
    stage.platform.answer(platformWith([entry(`${webhook}_entry`, { webhook_id: webhook })]));
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await onStage("support", { context: { timezoneId, permissions, locale: "en-GB" } });
    const main = page.locator("main");
    const between = () => new URL(page.url()).searchParams.get("between");
    await page.goto(`/webhooks?webhook=${webhook}`);
    await refresh(page);
    await expect(view(page, "Arrived", 1)).toBeVisible();
    const inZone = new RegExp(`^Time: .*last 24 h, ${timezoneId}`);
    await expect(page.getByRole("button", { name: inZone })).toBeVisible();
    const copy = page.getByRole("button", { name: "Copy for ticket" });

    await search(page).fill("yesterday 14:10");
    await search(page).press("Enter");
    const day = await page.evaluate(() => new Date(Date.now() - 86_400_000).toLocaleDateString("sv"));
    const fromMs = Date.parse(`${day}T14:00:00+${offset}`);
    await expect.poll(() => Date.parse(between()?.split("..")[0] ?? "")).toBe(fromMs);
    await expect(main).toContainText(/This time is .*14:00 – 14:20 .*UTC/);
    await copy.click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    // The clipboard still has the text of the zone before.
    await expect.poll(copied).toMatch(new RegExp(`Time: from .* UTC \\((.* )?14:00:00 ${timezoneId}\\)`));

    await search(page).fill(`yesterday ${typed}`);
    await expect(main).toContainText(clocks);
    await search(page).fill("");
    await expect.poll(between).toBeNull();
    await expect(view(page, "Arrived", 1)).toBeVisible();

    await search(page).fill("foo bar");
    await expect(main).toContainText(
      "“foo bar” is not a time, number, ID, address or word that Switchboard knows from the log",
    );
    await expect(main).not.toContainText("No deliveries");
    await expect(copy).toBeDisabled();
    await search(page).fill(`${webhook}_ent`);
    await expect(view(page, "Arrived", 1)).toBeVisible();
    await expect(copy).toBeEnabled();
    await page.close();
  });

test("keeps a delivery in the minute of its first try when it arrives 50 minutes later", async ({ stage, onStage }) => {
  const its = { webhook_id: "other_3" };
  const page = await onStage("support");
  const main = page.locator("main");
  stage.platform.answer(platformWith([entry("early_3", its)]));
  await page.goto("/webhooks?webhook=other_3");
  await refresh(page);
  await expect(view(page, "Arrived", 1)).toBeVisible();
  const fromMs = Date.now();
  stage.platform.answer(
    platformWith([entry("early_3", its), entry("late_3", { ...its, status: "failed", delivered_at: null })]),
  );
  await refresh(page);
  await expect(view(page, "Not arrived yet", 1)).toBeVisible();
  const link = `/webhooks?webhook=other_3&between=${[fromMs, Date.now()].map((ms) => new Date(ms).toISOString()).join("..")}`;
  await page.goto(link);
  await expect(main).toContainText("Not arrived yet: 1 delivery to 3.example in this time");

  const arrived = { ...its, attempts: 6, delivered_at: new Date(fromMs + 50 * 60_000).toISOString() };
  stage.platform.answer(platformWith([entry("early_3", its), entry("late_3", arrived)]));
  await page.goto(link);
  await refresh(page);
  await expect(main).toContainText(
    /first tried at (\w{3} )?\d\d:\d\d and arrived at (\w{3} )?\d\d:\d\d, (49|50) min.* late/,
  );
  await expect(main.locator('tr[data-row-id="late_3"]')).toContainText(/(49|50) min/);
});

test("lets new deliveries wait, changes shown ones in place, and moves no row", async ({ stage, onStage }) => {
  const its = { webhook_id: "other_5" };
  const shown = Array.from({ length: 20 }, (_, nth) => entry(`shown_${nth}`, its));
  stage.platform.answer(platformWith(shown));
  const page = await onStage("support");
  await page.goto("/webhooks?webhook=other_5");
  await refresh(page);
  await expect(rows(page)).toHaveCount(20);
  await watchLayoutShifts(page);
  await page.goto("/webhooks?webhook=other_5");
  await expect(rows(page)).toHaveCount(20);
  const first = await rows(page).first().getAttribute("data-row-id");
  const changed = shown.map((row) => (row.id === "shown_3" ? { ...row, attempts: 4 } : row));
  const later = { delivered_at: new Date(Date.now() + 1_000).toISOString() };
  stage.platform.answer(platformWith([...changed, ...["new_1", "new_2"].map((id) => entry(id, { ...its, ...later }))]));
  const waiting = page.getByRole("button", { name: "2 new" });
  await expect(waiting).toBeVisible({ timeout: timeoutMs(40_000) });
  await expect(page.locator('tr[data-row-id="shown_3"]')).toContainText("4");
  expect([await rows(page).first().getAttribute("data-row-id"), await rows(page).count()]).toEqual([first, 20]);
  expect(await findLayoutShifts(page)).toEqual([]);
  await waiting.click();
  await expect(rows(page)).toHaveCount(22);
});

test("shows every digit of a long numeric ID in the drawer, and in the ticket", async ({ stage, onStage }) => {
  const id = "1234567890123456781";
  stage.platform.answer(platformWith([entry(id, { webhook_id: "other_4" })]));
  const page = await onStage("support", { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  const drawer = page.getByRole("complementary", { name: "Delivery" });
  await page.goto("/webhooks?webhook=other_4");
  await refresh(page);
  await rows(page).first().click();
  await expect(drawer).toContainText(id);
  await drawer.getByRole("button", { name: "Copy for ticket" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`Delivery ID: ${id}`);
  await drawer.getByRole("button", { name: "JSON" }).click();
  await expect(drawer).toContainText(/webhook_id.*other_4/);
  await expect(drawer).toContainText(id);
});

test("keeps focus on a row that changes, and moves it when the row no longer matches", async ({ stage, onStage }) => {
  const its = { webhook_id: "other_0" };
  const failed = { ...its, status: "failed", delivered_at: null };
  const entries = [entry("stood_0", failed), entry("stood_1", failed), entry("stood_2", its)];
  const withDelivered = (id: string | null) =>
    entries.map((each) => (each.id === id ? { ...each, status: "delivered" } : each));
  const page = await onStage("support");
  const row = page.locator("tr[data-row-id]:focus");
  for (const filter of ["", "&status=failed"]) {
    stage.platform.answer(platformWith(entries));
    await page.goto(`/webhooks?webhook=other_0${filter}`);
    await refresh(page);
    await expect(view(page, "Not arrived yet", 2)).toBeVisible();
    await page.keyboard.press("j");
    await expect(row).toContainText(/being retried|not arrived yet/);
    const id = await row.getAttribute("data-row-id");
    stage.platform.answer(platformWith(withDelivered(id)));
    await page.keyboard.press("r");
    await expect(view(page, "Not arrived yet", 1)).toBeVisible();
    if (filter) await expect(row).toHaveAttribute("data-row-id", id === "stood_0" ? "stood_1" : "stood_0");
    else await expect(page.locator(`tr[data-row-id=${id}]:focus`)).toContainText("delivered");
  }
});

test("keeps the earlier rows and says so when a filter is chosen offline", async ({ as }) => {
  const page = await as("support", { expects: /ERR_INTERNET_DISCONNECTED/ });
  await page.goto("/webhooks?view=older");
  const rows = page.locator("#deliveries [data-row-id]");
  await expect(rows.first()).toBeVisible();
  await search(page).fill("call");
  await expect(page).toHaveURL(/text=call/);
  await page.context().setOffline(true);
  await search(page).fill("call.ended");
  await expect(page.getByRole("status").filter({ hasText: "The filters you chose could not be read" })).toBeVisible();
  await expect(rows.first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("The filters you chose could not be read")).toBeHidden();
  await expect(rows.first()).toBeVisible();
});
