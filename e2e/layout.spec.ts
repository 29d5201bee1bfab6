import { seeded } from "../lib/platform/seed/ids";
import { chooseList, listOf, sumLine, uploadButton } from "./support/import-wizard";
import { longCell } from "./support/long-upstream";
import { lookThrough } from "./support/look-through";
import { expect, test } from "./support/test";

test("what a drawer tells of stays in sight, and the slots of the plan on one line", async ({ as }) => {
  const page = await as("admin", { context: { viewport: { width: 1440, height: 640 } } });
  await page.goto(`/phone-numbers?number=${seeded.phoneNumbers.suspended}`);
  await expect(page.getByRole("complementary", { name: /number/i })).toBeVisible();
  await expect(page.locator("tr[aria-selected=true]")).toBeInViewport({ ratio: 1 });
  const slots = await page
    .getByRole("region", { name: "Plan limits" })
    .getByRole("img")
    .first()
    .locator("i")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(new Set(slots).size).toBe(1);
});

test("a label without a place to break stays within a phone's page", async ({ as }) => {
  const page = await as("admin", { context: { viewport: { width: 390, height: 844 } } });
  await page.goto(`/campaigns/${seeded.campaigns.paused}`);
  await page.getByRole("button", { name: /Add a label/ }).click();
  await page.getByRole("textbox", { name: "Label" }).fill("n".repeat(120));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Label “n+/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("button", { name: /^Label “n+/ }).click();
  await page.getByRole("textbox", { name: "Label" }).fill("");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Add a label/ })).toBeVisible();
});

test("the Columns menu shows its Reset at once", async ({ as }) => {
  const page = await as("admin", { context: { viewport: { width: 1440, height: 640 } } });
  await page.goto("/phone-numbers");
  await page.getByRole("button", { name: "Columns" }).click();
  await expect(page.getByRole("button", { name: "Reset" })).toBeInViewport({ ratio: 1 });
});

test("a time that was opened by keyboard gives the focus back", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/settings/connection");
  const time = page
    .locator("main")
    .getByRole("button")
    .filter({ has: page.locator("time") })
    .first();
  await time.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Copy/ }).and(page.locator(":focus"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "This time, in full" })).toHaveCount(0);
  await expect(time).toBeFocused();
});

test("the rows of a log are three presses away, and an ID is copied without reading it aloud", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/webhooks");
  await expect(page.locator("tr[data-opens]").first()).toBeVisible();
  for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  await expect(page.locator("tr[data-opens]:focus")).toHaveCount(1);
  const names = await page
    .locator("main [data-slot=copy-id]")
    .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(name).toMatch(/^Copy ID, ends in \S{1,4}$/);
});

test("the first HTML of a page knows its platform and says times as they stay", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/settings/connection");
  const html = await (await page.request.get("/settings/connection")).text();
  expect(html).not.toContain("no data yet");
  expect(html).toContain("Demo platform");
  expect(html).toMatch(/<time[^>]*>(just now|\d+ (s|min|h|d) ago)</);
});

test("the figures of the overview are of one height, and its one age is the page's", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/");
  const amounts = page.getByRole("region", { name: "Figures" }).locator("[data-amount]");
  await expect(amounts).toHaveCount(4);
  expect(new Set(await amounts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))).size).toBe(
    1,
  );
  await page.goto("/webhooks");
  await expect(page.getByText(/Updated/)).toHaveCount(1);
  await expect(page.locator("[data-slot=table-foot]").getByText(/ago|just now/)).toHaveCount(0);
});

test("the tables of the settings keep to their place, and their words and buttons are whole", async ({ as }) => {
  const page = await as("admin", { context: { viewport: { width: 1440, height: 900 } } });
  await page.goto("/settings/meanings?meaning=campaigns.status.waiting");
  await page.getByRole("radio", { name: "warning" }).check();
  await page.getByRole("button", { name: "Set meaning" }).click();
  const forget = page.getByRole("button", { name: "Remove meaning of waiting" });
  await expect(forget).toBeVisible();
  for (const width of [960, 1280, 1440])
    for (const part of ["meanings", "alerts", "data"]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/settings/${part}`);
      for (const summary of await page.locator("main summary:has(h2)").all()) await summary.click();
      await expect(page.getByRole("table").first()).toBeVisible();
      expect.soft(await page.evaluate(cutInTables), `${part} at ${width}`).toEqual([]);
    }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/settings/meanings");
  await page.getByRole("button", { name: "Change meaning of waiting" }).click();
  await expect(page.getByRole("radio", { name: "OK" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Word" })).toBeInViewport();
  await page.keyboard.press("Escape");
  await forget.click();
  await expect(forget).toHaveCount(0);
});

/** Tables that reach over their own part of the sheet, and row headers and buttons that are cut off. */
function cutInTables() {
  const right = (element: Element | null) => Math.floor(element?.getBoundingClientRect().right ?? 0);
  const wide = [...document.querySelectorAll("table")].filter((table) => right(table) > right(table.parentElement));
  const cut = [...document.querySelectorAll("tbody th, tbody th *")].filter(
    (part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).textOverflow === "ellipsis",
  );
  const hidden = [...document.querySelectorAll("td button")].filter((each) => right(each) > right(each.closest("td")));
  return [...wide.map(({ caption }) => caption), ...cut, ...hidden].map((each) => each?.textContent);
}

test("a date, time or number field fits its cell when the cell is narrow", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/help");
  const widths = await page.evaluate(() =>
    ["date", "time", "datetime-local", "number"].map((type) => {
      const cell = document.createElement("div");
      const field = Object.assign(document.createElement("input"), { type });
      Object.assign(cell.style, { display: "grid", width: "60px" });
      field.style.width = "100%";
      cell.append(field);
      document.body.append(cell);
      return `${type} ${Math.round(field.getBoundingClientRect().width)}`;
    }),
  );
  expect(widths).toEqual(["date 60", "time 60", "datetime-local 60", "number 60"]);
});

test("the frame says in full whether the platform answers, beside a search that gives way", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/team");
  const words = page.locator("header").getByText("Platform answering", { exact: true });
  for (const width of [861, 900, 1024, 1181]) {
    await page.setViewportSize({ width, height: 700 });
    const lost = await words.evaluate((each) => each.scrollWidth - each.clientWidth);
    expect([width, lost]).toEqual([width, 0]);
    const search = await page.getByRole("button", { name: "Find, or paste any ID" }).boundingBox();
    expect(search?.width).toBeGreaterThan(150);
  }
});

test("a line of filters that goes on beside a narrow window fades at the end where there is more", async ({ as }) => {
  const page = await as("admin", { context: { viewport: { width: 390, height: 844 } } });
  await page.goto("/phone-numbers");
  const bar = page.locator("main search");
  const fades = () =>
    bar.evaluate((each) =>
      ["--more-left", "--more-right"].map((name) => getComputedStyle(each).getPropertyValue(name)),
    );
  await expect.poll(fades).toEqual(["0px", "40px"]);
  await bar.evaluate((each) => each.scrollTo(each.scrollWidth, 0));
  await expect.poll(fades).toEqual(["40px", "0px"]);
});

test("in forced colors the key of the chart tells its bars apart", async ({ as }) => {
  const page = await as("admin", { context: { forcedColors: "active" } });
  await page.goto("/webhooks");
  const key = page.getByText("First attempt").locator("..").locator("i");
  await expect(key).toHaveCount(3);
  const looks = await key.evaluateAll((all) =>
    all.map((each) => {
      const { backgroundColor, borderTopStyle } = getComputedStyle(each);
      return `${backgroundColor} ${borderTopStyle}`;
    }),
  );
  expect(new Set(looks).size).toBe(3);
});

test("the title of a window begins with what its page is about, and another page has its own", async ({ as }) => {
  const page = await as("admin", { expects: /status of 404/ });
  await page.goto(`/campaigns/${seeded.campaigns.paused}`);
  await expect(page).toHaveTitle("Smart meter appointments · Campaign · Switchboard");
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
  await expect(page).toHaveTitle("Campaigns · Switchboard");
  await page.getByRole("link", { name: "Smart meter appointments" }).click();
  await expect(page).toHaveTitle("Smart meter appointments · Campaign · Switchboard");
  await page.goto("/campaigns/00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Campaign");
  await expect(page).toHaveTitle("Campaign · Switchboard");
});

test("a breadcrumb ends in a name", async ({ as }) => {
  const page = await as("admin");
  await page.goto(`/campaigns/${seeded.campaigns.draft}/contacts`);
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(crumbs.getByRole("link")).toHaveCount(2);
  await expect(crumbs.locator("svg")).toHaveCount(1);
});

test("each step of an import is laid out without a fault", async ({ as }) => {
  const page = await as("campaign_manager");
  await page.goto(`/campaigns/${seeded.campaigns.draft}/contacts`);
  const rows = [`+12125550142,${longCell},1`, `not a number ${longCell},Bo,2`, `+12125550143,"${longCell}, Bo",3`];
  await chooseList(page, listOf(`${longCell.slice(0, 120)}.csv`, [`phone_number,name,${longCell}`, ...rows]));
  await expect(page.getByRole("heading", { name: "Look at the first rows" })).toBeVisible();
  expect.soft(await lookThrough(page)).toEqual([]);
  await page.getByRole("button", { name: "Check the list" }).click();
  await expect(sumLine(page)).toContainText("3 rows");
  expect.soft(await lookThrough(page)).toEqual([]);
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await expect(uploadButton(page)).toBeEnabled();
  expect.soft(await lookThrough(page)).toEqual([]);
});

test("signing in is laid out without a fault", async ({ as, page, product }) => {
  const admin = await as("admin");
  const headers = { "sec-fetch-site": "same-origin", "x-switchboard": "1" };
  const person = { name: "n".repeat(120), email: "longest@fernhill.example", role: "support" };
  const added = await admin.request.post("/api/console/team", { headers, data: person });
  const { link, member } = await added.json();
  const { pathname, hash } = new URL(link);
  for (const path of ["/sign-in", "/sign-in?forgot=1", "/set-password#none", pathname + hash]) {
    await page.goto(product.origin + path);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Choose a password");
    expect(await lookThrough(page)).toEqual([]);
  }
  expect((await admin.request.delete(`/api/console/team/${member.id}`, { headers })).ok()).toBe(true);
});
