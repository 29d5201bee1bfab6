import type { Reply } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { cookieHeader } from "./support/people";
import { expect, test } from "./support/test";

type Mover = { moves: boolean };

/** A platform whose list of 120 numbers moves by nine places after its second page, while `moves` is true. */
function movingNumbers(mover: Mover): Reply {
  const numbers = Array.from({ length: 120 }, (_, nth) => ({
    ...{ id: `n${nth}`, phone_number: `+4930123450${String(nth).padStart(3, "0")}`, status: "active" },
    ...{ monthly_cost: "1.10", localized_monthly_cost: "1.00", localized_currency: "EUR" },
  }));
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://platform");
    if (pathname !== "/v1/phone-numbers") return healthyPlatform(request, response);
    const [page, limit] = [Number(searchParams.get("page")), Number(searchParams.get("limit"))];
    const items = numbers.slice((page - 1) * limit, page * limit);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ items, total: numbers.length, page, limit }));
    if (mover.moves && page === 2 && limit === 50) numbers.unshift(...numbers.splice(-9));
  };
}

test("reads numbers again when they move between pages, and says so when they go on moving", async ({
  stage,
  onStage,
}) => {
  const mover = { moves: true };
  stage.platform.answer(movingNumbers(mover));
  const page = await onStage("support");
  await page.goto("/phone-numbers");
  const main = page.locator("main");
  await expect(main).toContainText("The list changed each time it was read, so numbers may be missing");
  await expect(main).toContainText("of a list that changed while it was read");
  mover.moves = false;
  await page.getByRole("button", { name: "Read again" }).click();
  await expect(main).toContainText("All 120 loaded");
  await expect(main).toContainText("132.00 in the platform’s base currency for 120 numbers");
  await page.getByText("Monthly cost").first().click();
  await expect(page.getByRole("table", { name: "Monthly cost by currency" })).toContainText("120.00EUR");
});

test("draws the audit log first in the zone that is lit in the top bar", async ({ as, product }) => {
  const timeZone = "America/New_York";
  const page = await as("admin", { context: { timezoneId: timeZone } });
  await page.goto("/audit");
  await expect(page.getByRole("columnheader", { name: /^Time/ })).toHaveText("Time local");
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === "switchboard-zone")?.value).toBe("America%2FNew_York");

  /** Server-rendered HTML, before any script ran. Without the rows if these were not read in time. */
  async function drawnWith(sent: typeof cookies) {
    const headers = { cookie: cookieHeader(sent), "accept-language": "en-GB" };
    const html = await (await fetch(`${product.origin}/audit`, { headers })).text();
    const [, at = "", time] = /<time dateTime="([^"]+)">([^<]+)/.exec(html) ?? [];
    const head = /Time(?:<!-- -->| )*(UTC|local)<\/th>/.exec(html)?.[1];
    return { head, lit: /aria-pressed="true"[^>]*>(\w+)/.exec(html)?.[1], at, time };
  }
  const clockIn = (at: string, zone: string) => new Date(at).toLocaleTimeString("en-GB", { timeZone: zone });
  const others = cookies.filter(({ name }) => name !== "switchboard-zone");
  for (const [sent, head, lit, zone] of [
    [cookies, "local", "Local", timeZone],
    [others, "UTC", "UTC", "UTC"],
  ] as const) {
    const drawn = { at: "", time: undefined as string | undefined };
    const read = async () => Object.assign(drawn, await drawnWith([...sent]));
    await expect.poll(async () => (await read()).time).toBeDefined();
    expect(drawn).toMatchObject({ head, lit, time: clockIn(drawn.at, zone) });
  }
});
