import { seeded } from "../platform/seed/ids";
import { cookieHeader } from "./support/people";
import { expect, test } from "./support/test";

test("keeps the open row and the end of the filters in sight when a window is small", async ({ as }) => {
  const page = await as("admin", { context: { viewport: { width: 1440, height: 640 } } });
  await page.goto(`/phone-numbers?number=${seeded.phoneNumbers.suspended}`);
  await expect(page.getByRole("complementary", { name: /number/i })).toBeVisible();
  await expect(page.locator("tr[aria-selected=true]")).toBeInViewport({ ratio: 1 });
  const slots = page.getByRole("region", { name: "Plan limits" }).getByRole("img").first().locator("i");
  const tops = await slots.evaluateAll((all) => all.map((slot) => slot.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await page.keyboard.press("Escape");

  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.locator("main search > div").last();
  const fades = () =>
    bar.evaluate((element) =>
      ["--more-left", "--more-right"].map((name) => getComputedStyle(element).getPropertyValue(name)),
    );
  await bar.evaluate((element) => element.scrollTo(0, 0));
  await expect.poll(fades).toEqual(["0px", "40px"]);
  await bar.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  await expect.poll(fades).toEqual(["40px", "0px"]);
});

test("names the platform and settled times in the first HTML of a page", async ({ request, product }) => {
  const headers = { cookie: cookieHeader(product.cookies.admin) };
  const html = await (await request.get(`${product.origin}/settings/platform`, { headers })).text();
  expect(html).not.toContain("no data yet");
  expect(html).toContain("Demo platform");
  expect(html).toMatch(/<time[^>]*>(just now|\d+ (s|min|h|d) ago)</);
});

test("shows the form of a meaning in sight, with its choice focused, when it is changed", async ({ as }) => {
  const page = await as("admin", { context: { viewport: { width: 1280, height: 900 } } });
  await page.goto("/settings/platform/unknown?meaning=campaigns.status.waiting");
  await page.getByRole("radio", { name: "warning" }).check();
  await page.getByRole("button", { name: "Set meaning" }).click();
  await page.getByRole("button", { name: "Change meaning of waiting" }).click();
  await expect(page.getByRole("radio", { name: "OK" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Word" })).toBeInViewport();
  await page.keyboard.press("Escape");
  const remove = page.getByRole("button", { name: "Remove meaning of waiting" });
  await remove.click();
  await expect(remove).toHaveCount(0);
});

test("shows the switch Live in full, beside a search that gives way", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/team");
  const words = page.getByRole("switch", { name: "Live" });
  for (const width of [720, 768, 900, 1024, 1181]) {
    await page.setViewportSize({ width, height: 700 });
    const cutPx = await words.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect([width, cutPx]).toEqual([width, 0]);
    const search = await page.getByRole("button", { name: "Find, or paste any ID" }).boundingBox();
    expect(search?.width).toBeGreaterThan(150);
  }
});

test("fits a date, time or number field into a cell when the cell is narrow", async ({ as }) => {
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

test("tells the bars of the chart apart in forced colors, and names one age of the page", async ({ as }) => {
  const page = await as("admin", { context: { forcedColors: "active" } });
  await page.goto("/webhooks");
  const bars = page.getByText("Not arrived yet", { exact: true }).last().locator("..").locator("i");
  await expect(bars).toHaveCount(5);
  const looks = await bars.evaluateAll((all) =>
    all.map((bar) => {
      const { backgroundColor, borderTopStyle } = getComputedStyle(bar);
      return `${backgroundColor} ${borderTopStyle}`;
    }),
  );
  expect(new Set(looks).size).toBe(5);
  await expect(page.locator("header").getByText(/ago|just now/)).toHaveCount(1);
  await expect(page.locator("[data-slot=table-foot]").getByText(/ago|just now/)).toHaveCount(0);
});

test("begins the title of a window with the name of its record, and ends a breadcrumb in it", async ({ as }) => {
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
  await page.goto(`/campaigns/${seeded.campaigns.draft}/contacts`);
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(crumbs.getByRole("link")).toHaveCount(2);
  await expect(crumbs.locator("svg")).toHaveCount(1);
});
