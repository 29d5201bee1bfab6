import { json } from "../lib/testing/fault-replies";
import { seeded } from "../platform/seed/ids";
import { eventSender } from "./support/event-sender";
import { savedBy } from "./support/saved-by";
import { expect, refresh, test } from "./support/test";

test("turns the pages of a list, filters it by a token, and clears the filters", async ({ onStage }) => {
  // On the stage, because other tests look for entries on the first page of the product's log.
  const page = await onStage("admin");
  const headers = { "x-switchboard": "1", "sec-fetch-site": "same-origin" };
  for (let nth = 0; nth < 110; nth++)
    await page.request.post("/api/console/notes/calls/listed", { headers, data: { text: `Note ${nth}` } });

  await page.goto("/audit");
  const rows = page.locator("tr[data-row-id]");
  const firstId = () => rows.first().getAttribute("data-row-id");
  await expect(rows.first()).toBeVisible();
  const newest = await firstId();
  await page.getByRole("button", { name: "Older" }).click();
  await expect(page).toHaveURL(/after=/);
  await expect.poll(firstId).not.toBe(newest);
  await page.getByRole("button", { name: "Newer" }).click();
  await expect.poll(firstId).toBe(newest);

  await page.getByRole("button", { name: "Older" }).click();
  await expect.poll(firstId).not.toBe(newest);
  await page.reload();
  await page.getByRole("button", { name: "Newest" }).click();
  await expect.poll(firstId).toBe(newest);

  const search = page.getByRole("searchbox", { name: "Name or record" });
  await search.fill("no such entry result:refused");
  await search.press("Enter");
  await expect(page).toHaveURL(/outcome=refused/);
  await expect(search).toHaveValue("no such entry");
  await expect(page.getByRole("heading", { name: "No entry matches" })).toBeVisible();
  await expect(page.locator("main")).toContainText("Filters: “no such entry” and result refused.");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/audit$/);
  await expect(search).toHaveValue("");
  await expect.poll(firstId).toBe(newest);
  expect(await savedBy(page.getByRole("link", { name: "CSV" }))).toContain("added a note to");
});

test("finds numbers and campaigns by their own filters", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/phone-numbers");
  const search = page.getByRole("searchbox", { name: "Number or name" });
  await search.fill("country:gb");
  await search.press("Enter");
  await expect(page).toHaveURL(/country=GB/);
  await expect(search).toHaveValue("");
  await page.getByRole("button", { name: "Clear Country filter" }).click();
  await search.fill("nobody");
  await expect(page.locator("main")).toContainText("Filters: “nobody”.");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page
    .getByRole("navigation", { name: "Views" })
    .getByRole("link", { name: /^No assistant/ })
    .click();
  await expect(page).toHaveURL(/assistant=/);

  await page.goto("/campaigns?status=none-of-them");
  await expect(page.getByRole("heading", { name: "No campaign matches" })).toBeVisible();
  await expect(page.locator("main")).toContainText("Filters: status none-of-them.");
});

test("keeps ticked results of a campaign over a reload", async ({ as, product }) => {
  const page = await as("admin");
  const send = await eventSender(page, product.origin);
  for (const [nth, reason] of ["customer-did-not-answer", "customer-busy", "voicemail"].entries())
    await send("call.ended", {
      ...{ call_id: `listed-${nth}`, campaign_id: seeded.campaigns.completed, to_number: `+44791112355${nth}` },
      ...{ status: "ended", ended_reason: reason, direction: "outbound" },
      ...{ started_at: new Date().toISOString(), ended_at: new Date().toISOString() },
    });
  await page.goto(`/campaigns/${seeded.campaigns.completed}?tab=contacts`);
  const busy = page.getByRole("checkbox", { name: /^Busy/ });
  await busy.check();
  const contacts = page.getByRole("table", { name: "Contacts" }).getByRole("row");
  await expect(contacts.filter({ hasText: "Busy" }).first()).toBeVisible();
  await expect(contacts.filter({ hasText: "No answer" })).toHaveCount(0);
  await page.reload();
  await expect(busy).toBeChecked();
  await expect(contacts.filter({ hasText: "No answer" })).toHaveCount(0);
  expect(await savedBy(page.getByRole("link", { name: "CSV" }))).not.toContain("No answer");
  await page.goBack();
  await expect(busy).not.toBeChecked();
});

test("groups numbers as their country writes them when they come with the page, and later", async ({
  onStage,
  stage,
}) => {
  // The limits of the plan are no object here.
  const page = await onStage("admin", { expects: /status of 502/ });
  const showNumbers = (...numbers: string[]) => {
    const items = numbers.map((phone_number, index) => ({ id: `n${index}`, phone_number, status: "active" }));
    stage.platform.answer((request, response) => {
      const isList = /phone-numbers(\?|$)/.test(request.url ?? "");
      json(200, isList ? { success: true, data: items, total: items.length } : { success: true, data: [] })(
        request,
        response,
      );
    });
  };
  const groups = (number: string) =>
    page.locator("main table .phone-number", { hasText: number }).locator("i, u").allTextContents();

  showNumbers("+442079460142");
  await page.goto("/phone-numbers");
  await expect.poll(() => groups("+442079460142")).toEqual(["+44", "20", "7946", "0142"]);
  showNumbers("+442079460142", "+493023125071");
  await refresh(page);
  await expect.poll(() => groups("+493023125071")).toEqual(["+49", "30", "23125071"]);
});

test("shows the tab of the current view when it stands beyond the edge of a phone", async ({ as }) => {
  const page = await as("admin", { context: { viewport: { width: 390, height: 844 } } });
  await page.goto("/webhooks");
  const last = page.getByRole("navigation", { name: "Views" }).getByRole("link").last();
  await page.goto((await last.getAttribute("href")) ?? "");
  await expect(last).toHaveAttribute("aria-current", "true");
  await expect(last).toBeInViewport({ ratio: 1 });
});
