import type { Page, Route } from "@playwright/test";
import { expect, test } from "./support/test";

/** Overlays whose code loads apart from the page. */
const layers = [
  { role: "menu", opener: "Account menu", name: "Account menu" },
  { role: "dialog", opener: "Status", name: "Status filter" },
] as const;

const path = "/phone-numbers";

const find = (page: Page, { role, opener, name }: (typeof layers)[number]) => ({
  opener: (role === "dialog" ? page.getByRole("search") : page).getByRole("button", { name: opener, exact: true }),
  overlay: page.getByRole(role, { name, exact: true }),
});

test("opens an overlay on the first tap and closes it on a tap outside", async ({ as }) => {
  const page = await as("admin", { context: { hasTouch: true } });
  await page.goto(path);
  for (const [opener, role, name] of [
    ["Account menu", "menu", "Account menu"],
    ["Status", "dialog", "Status filter"],
    ["Find, or paste any ID", "dialog", "Find"],
  ] as const) {
    const overlay = page.getByRole(role, { name, exact: true });
    await page
      .getByRole("button", { name: new RegExp(`^${opener}`) })
      .first()
      .tap();
    await expect(overlay).toBeVisible();
    await page.touchscreen.tap(1436, 896);
    await expect(overlay).toBeHidden();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  // A tap outside also opens the row below it.
  await page.goto(path);
  await page.getByRole("button", { name: "Open menu" }).tap();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await page.touchscreen.tap(386, 840);
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
});

test("gives the focus back to the button that asked when selected records are kept", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/assistants");
  await page.getByRole("checkbox", { name: "Select Owen, outage line" }).check();
  const opener = page.getByRole("button", { name: "Remove…" });
  await opener.press("Enter");
  const question = page.getByRole("dialog", { name: "Remove 1 record from this list?" });
  await expect(question.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(opener).toBeFocused();
});

const routeScripts: typeof routeDeferredScripts = async (page, handle) => void (await page.route(/\.js$/, handle));

/** Holds the scripts that are asked for from now on. Returns the function that lets them through. */
async function holdScripts(page: Page, route = routeScripts) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await route(page, async (held) => {
    await released;
    await held.continue();
  });
  return release;
}

for (const layer of layers)
  test(`opens “${layer.opener}” once its code is loaded when it was pressed twice before`, async ({ as }) => {
    const page = await as("admin");
    const release = await holdScripts(page, routeDeferredScripts);
    await page.goto(path);
    const { opener, overlay } = find(page, layer);
    await opener.click();
    await opener.click();
    await expect(opener).toHaveAttribute("aria-haspopup", layer.role);
    await expect(opener).toHaveAttribute("aria-expanded", "true");
    await expect(overlay).toBeHidden();
    release();
    await expect(overlay).toBeVisible();
    await expect(opener).toHaveAttribute("aria-controls", (await overlay.getAttribute("id")) ?? "");
    await opener.click();
    await expect(overlay).toBeHidden();
    await expect(opener).toHaveAttribute("aria-expanded", "false");
    await expect(opener).not.toHaveAttribute("aria-controls");
  });

test("closes a popover whose code cannot be loaded and opens it on the next press", async ({ as }) => {
  const page = await as("admin", { expects: /ERR_FAILED|Failed to load chunk/ });
  await routeDeferredScripts(page, (route) => route.abort());
  await page.goto(path);
  const { opener, overlay } = find(page, layers[1]);
  await opener.click();
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  await page.unrouteAll();
  await opener.click();
  await expect(overlay).toBeVisible();
});

test("loads the code of a dialog when its button is reached, and not before", async ({ as }) => {
  const page = await as("admin");
  let loads = 0;
  await routeDeferredScripts(page, async (route) => {
    loads += 1;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(path);
  await page.clock.runFor(10_000);
  await page.waitForLoadState("networkidle");
  const atRest = loads;
  const find = page.getByRole("button", { name: /^Find, or paste/ });
  const [request] = await Promise.all([page.waitForRequest(/\.js$/), find.focus()]);
  await request.response();
  await page.route(/\.js$/, (route) => route.abort());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Find" })).toBeVisible();
  expect(atRest).toBeLessThanOrEqual(1);
});

test("shows that a press was noticed, and opens the layer, when its code comes late", async ({ as }) => {
  const page = await as("admin");
  await page.goto(path);
  const layers = [
    [page.getByRole("button", { name: /^Find, or paste/ }), page.getByRole("dialog", { name: "Find" })],
    [page.locator("main tr[data-opens]").first(), page.getByRole("complementary")],
  ] as const;
  for (const [opener, opened] of layers) {
    const release = await holdScripts(page);
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(opener).toHaveAttribute("data-opening", "");
    release();
    await expect(opened.locator(":focus").or(opened.and(page.locator(":focus")))).toHaveCount(1);
    await expect(page.locator("[data-opening]")).toHaveCount(0);
    await page.unrouteAll({ behavior: "wait" });
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
  }
});

test("keeps what is typed and pasted while the code of Find is loading", async ({ as }) => {
  const page = await as("admin");
  await page.goto(path);
  const release = await holdScripts(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("g tariffx");
  for (const key of ["Backspace", "Enter"]) await page.keyboard.press(key);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", " renewals");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  release();
  await expect(page.getByRole("combobox", { name: /^Find/ })).toHaveValue("g tariff renewals");
  await expect(page.getByRole("combobox", { name: /^Find/ })).toBeFocused();
  expect(new URL(page.url()).pathname).toBe(path);
});

test("ends Find, a menu and the choices of a filter after a whole row", async ({ as }) => {
  const page = await as("admin");
  for (const [width, height] of [
    [1440, 900],
    [1180, 820],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/audit");
    for (const open of [
      () => page.keyboard.press("Control+k"),
      () => page.getByRole("button", { name: /^Kind/ }).click(),
    ]) {
      await open();
      const box = page.locator("dialog[open] [role=listbox], [role=dialog][aria-label$=filter]");
      await expect(box).toBeVisible();
      await expect.poll(() => box.evaluate(cutRows)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(box).toBeHidden();
    }
  }
});

/** Texts of the rows that the lower end of the scrolling box cuts. */
function cutRows(list: Element) {
  const box = list.matches("[role=listbox]") ? (list.parentElement ?? list) : list;
  const end = box.getBoundingClientRect().bottom;
  return [...box.querySelectorAll("[role=option], label")].flatMap((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top < end - 1 && bottom > end + 1 ? [row.textContent] : [];
  });
}

test("says that a dialog could not be opened when offline, and opens it on the next press", async ({ as }) => {
  const page = await as("admin", { expects: /ERR_FAILED|ERR_INTERNET|Failed to load|Failed to fetch/ });
  await page.goto("/team");
  await page.context().setOffline(true);
  const opener = page.getByRole("button", { name: "Add a person" });
  await opener.press("Enter");
  await expect(page.getByText("This could not be opened", { exact: true })).toBeVisible();
  await expect(
    page.getByRole("alert").filter({ hasText: "Check your network connection, then try again." }),
  ).toHaveCount(1);
  await expect(opener).toBeFocused();
  await expect(opener).not.toHaveAttribute("data-opening");
  await page.context().setOffline(false);
  await opener.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add a person" })).toBeVisible();
});

test("focuses the first item of a menu when it is opened by keyboard, and the next by arrow", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/credentials");
  const menu = page.getByRole("button", { name: "Account menu" });
  const first = page.getByRole("menuitem", { name: "My settings" });
  // Loads the code. A menu that opens while it loads takes the focus, and the first arrow goes to its first item.
  await menu.click();
  await expect(first).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(first).toBeHidden();
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(first).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Help" })).toBeFocused();
});

test("shows the foot of a delivery inside the window when the demo banner is above it", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/webhooks");
  await expect(page.getByText("Demo platform.")).toBeVisible();
  await page.locator("main tr[data-row-id]").first().click();
  const copy = page.getByRole("complementary", { name: "Delivery" }).getByRole("button", { name: "Copy for ticket" });
  await expect(copy).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(copy).toBeInViewport({ ratio: 1 });
});

/** Handles the scripts that the document does not name. */
async function routeDeferredScripts(page: Page, handle: (route: Route) => Promise<void>) {
  const html = await (await page.request.get(path)).text();
  await page.route(/\.js$/, (route) =>
    html.includes(new URL(route.request().url()).pathname) ? route.continue() : handle(route),
  );
}
