import type { BrowserContextOptions, Locator, Page, Route } from "@playwright/test";
import { seeded } from "../lib/platform/seed/ids";
import { expect, test } from "./support/test";

type Overlay = {
  path: string;
  /** Opens it. The name of a button, or any element. */
  opener: string | RegExp | ((page: Page) => Locator);
  role: "menu" | "dialog" | "alertdialog" | "complementary";
  name: string | RegExp;
  /** Makes the opener appear. */
  prepare?: (page: Page) => Promise<void>;
  /** Its code loads apart from the page, and its button says whether it is open. */
  isLayer?: true;
  staysOnPressOutside?: true;
  context?: BrowserContextOptions;
};

const columns: Overlay = {
  path: "/phone-numbers",
  opener: "Columns",
  role: "dialog",
  name: "Columns",
  isLayer: true,
};

const delivery: Overlay = {
  path: "/webhooks",
  opener: (page) => page.locator("main tr[data-row-id]").first(),
  role: "complementary",
  name: "Delivery",
  staysOnPressOutside: true,
};

const overlays: Record<string, Overlay> = {
  "the account menu": { path: "/", opener: "Account menu", role: "menu", name: "Account menu", isLayer: true },
  "the menu of a page": {
    path: `/calls/${seeded.calls.ended}`,
    opener: "More",
    role: "menu",
    name: "More",
    isLayer: true,
  },
  "the columns of a table": columns,
  "a filter": { path: "/audit", opener: "Result", role: "dialog", name: "Result filter", isLayer: true },
  "a time": {
    path: `/calls/${seeded.calls.ended}`,
    opener: (page) => page.locator("main button:has(time)").first(),
    role: "dialog",
    name: "This time, in full",
  },
  "a question about the registry": {
    path: "/assistants",
    prepare: (page) => page.getByRole("checkbox", { name: "Select Owen, outage line" }).check(),
    opener: "Remove…",
    role: "dialog",
    name: "Remove 1 record from this list?",
  },
  "a question before a send": {
    path: `/tools/${seeded.tools.endCall}`,
    opener: /^Delete/,
    role: "alertdialog",
    name: /^Delete .+\?$/,
  },
  "a form": { path: "/team", opener: "Add a person", role: "dialog", name: "Add a person" },
  "a delivery": delivery,
  "the palette": { path: "/", opener: /^Find, or paste any ID/, role: "dialog", name: "Find" },
  "the keyboard map": { path: "/", opener: "Keyboard shortcuts", role: "dialog", name: "Keyboard shortcuts" },
  "the navigation of a phone": {
    path: "/",
    opener: "Open menu",
    role: "dialog",
    name: "Menu",
    context: { viewport: { width: 390, height: 844 } },
  },
};

const layers = Object.entries(overlays).filter(([, { isLayer }]) => isLayer);

function locate(page: Page, { opener, role, name }: Overlay) {
  const button = typeof opener === "function" ? opener(page) : page.getByRole("button", { name: opener, exact: true });
  return { opener: button, overlay: page.getByRole(role, { name, exact: true }) };
}

async function show(page: Page, overlay: Overlay) {
  await page.goto(overlay.path);
  await overlay.prepare?.(page);
  const located = locate(page, overlay);
  // New deliveries move the first row down.
  const row = await located.opener.getAttribute("data-row-id");
  return row === null ? located : { ...located, opener: page.locator(`tr[data-row-id="${row}"]`) };
}

async function closesByEscape(page: Page, { opener, overlay }: ReturnType<typeof locate>) {
  await page.keyboard.press("Escape");
  await expect(overlay).toBeHidden();
  await expect(opener).toBeFocused();
}

for (const [title, entry] of Object.entries(overlays)) {
  test(`${title} opens on the first tap, and closes by Escape or a tap outside`, async ({ as }) => {
    const page = await as("admin", { context: { hasTouch: true, ...entry.context } });
    const shown = await show(page, entry);
    await shown.opener.tap();
    await expect(shown.overlay).toBeVisible();
    await closesByEscape(page, shown);
    if (entry.staysOnPressOutside) return;
    await shown.opener.tap();
    await expect(shown.overlay).toBeVisible();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.touchscreen.tap(width - 4, height - 4);
    await expect(shown.overlay).toBeHidden();
  });

  test(`${title} opens by keyboard, and Escape gives the focus back`, async ({ as }) => {
    const page = await as("admin", { context: { ...entry.context } });
    const shown = await show(page, entry);
    await shown.opener.focus();
    await shown.opener.press("Enter");
    await expect(shown.overlay).toBeVisible();
    expect(await shown.overlay.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await closesByEscape(page, shown);
  });
}

for (const [title, entry] of layers)
  test(`${title} opens once its code is loaded, also after two presses, and closes by its button`, async ({ as }) => {
    const page = await as("admin");
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await routeDeferredScripts(page, entry.path, async (route) => {
      await released;
      await route.continue();
    });
    const { opener, overlay } = await show(page, entry);
    await opener.click();
    await opener.click();
    await expect(opener).toHaveAttribute("aria-haspopup", entry.role);
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

/** Handles the scripts that the document does not name. */
async function routeDeferredScripts(page: Page, path: string, handle: (route: Route) => Promise<void>) {
  const html = await (await page.request.get(path)).text();
  await page.route(/\.js$/, (route) =>
    html.includes(new URL(route.request().url()).pathname) ? route.continue() : handle(route),
  );
}

test("a popover whose code cannot be loaded closes, and opens on the next press", async ({ as }) => {
  const page = await as("admin", { expects: /ERR_FAILED|Failed to load chunk/ });
  await routeDeferredScripts(page, columns.path, (route) => route.abort());
  const { opener, overlay } = await show(page, columns);
  await opener.click();
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  await page.unrouteAll();
  await opener.click();
  await expect(overlay).toBeVisible();
});

test("a menu opened by keyboard has its first item focused, and arrows move on", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/credentials");
  await page.getByRole("button", { name: "Account menu" }).focus();
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Preferences" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Help" })).toBeFocused();
});

test("the foot of a delivery lies inside the window under the demo banner", async ({ as }) => {
  const page = await as("admin");
  const { opener, overlay } = await show(page, delivery);
  await expect(page.getByText("Demo platform.")).toBeVisible();
  await opener.click();
  await expect(overlay.getByRole("button", { name: "Copy for ticket" })).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(overlay.getByRole("button", { name: "Copy for ticket" })).toBeInViewport({ ratio: 1 });
});
