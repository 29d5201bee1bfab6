import { Client } from "pg";
import { cookieHeader, people, type SignedIn, signEverybodyIn } from "./support/people";
import { type Product, startProduct } from "./support/product";
import { expect, expectSound, test } from "./support/test";

let product: Product;
let cookies: SignedIn;

test.beforeAll(async () => {
  product = await startProduct({ SWITCHBOARD_NAME: "Fernhill EU", SWITCHBOARD_COLOR: "violet" });
  cookies = await signEverybodyIn(product.setupUrl ?? "");
});

test.afterAll(() => product.stop());

/** Sends a request of a person, as their pages do. */
async function ask(role: keyof SignedIn, path: string, body: Record<string, unknown>) {
  const response = await fetch(`${product.origin}/api${path}`, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", "sec-fetch-site": "same-origin", "x-switchboard": "1" },
      ...{ origin: product.origin, cookie: cookieHeader(cookies[role]) },
    },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.clone().text()).toBe(200);
}

test("hands three scheduled actions over in three presses when a colleague leaves", async ({ browser }) => {
  for (const day of ["07", "08", "09"])
    await ask("campaign_manager", "/console/automation/planned", {
      ...{ campaign_id: `camp_leaving_${day}`, action: "start" },
      ...{ local: `2027-01-${day}T09:00`, zone: "Europe/Berlin" },
    });
  const context = await browser.newContext({ baseURL: product.origin });
  await context.addCookies(cookies.admin);
  const page = await context.newPage();
  await page.goto("/team");
  await page.getByRole("link", { name: people.campaign_manager.name, exact: true }).click();
  await page.getByRole("button", { name: "Remove…" }).click();
  const dialog = page.getByRole("alertdialog", { name: `Remove ${people.campaign_manager.name}?` });
  await expect(dialog.getByText("Fernhill EU")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveCount(3);
  const taker = dialog.getByLabel("3 scheduled actions");
  await expect(taker.getByRole("option")).toHaveText([`Goes to ${people.admin.name} (you)`, "Nobody: not sent"]);
  await expect(taker).toHaveValue(/./);
  await expectSound(page);
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText(/3 scheduled actions .* went to Mara Okafor\./).first()).toBeVisible();
  await page.goto("/campaigns/scheduled");
  await expect(page.getByText(people.campaign_manager.name)).toHaveCount(0);
  await expect(page.getByText(people.admin.name).first()).toBeVisible();
  await context.close();
});

test("changes a person's own name, and names the installation in rail and title", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.origin });
  await context.addCookies(cookies.support);
  const page = await context.newPage();
  await page.goto("/settings");
  await expect(page).toHaveTitle(/ · Fernhill EU · Switchboard$/);
  const rail = page.getByRole("complementary", { name: "Main" });
  await expect(rail.getByText("Fernhill EU")).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: "Shown to your team" });
  await row.getByRole("button", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your name" });
  await expect(dialog.getByLabel("Name")).toHaveValue(people.support.name);
  await dialog.getByLabel("Name").fill("Switchboard");
  await dialog.getByRole("button", { name: "Save name" }).click();
  await expect(dialog.getByText("Switchboard uses this name itself.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Tomi Adeyemi");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Save name" }).click();
  await expect(rail.getByText("Tomi Adeyemi")).toBeVisible();
  await context.close();
});

test("says on every page that it is a restored copy, until an admin ends that", async ({ browser }) => {
  const client = new Client({ connectionString: product.databaseUrl });
  await client.connect();
  const copy = { made_at: "2026-11-20T03:00:00.000Z", restored_at: "2026-11-21T09:00:00.000Z", by: "ops" };
  await client.query(
    "insert into console.collector_setting (name, value, set_by, set_at) values ('restored copy', $1, 'ops', now())",
    [JSON.stringify(copy)],
  );
  await client.end();
  const context = await browser.newContext({ baseURL: product.origin, viewport: { width: 390, height: 844 } });
  await context.addCookies(cookies.admin);
  const page = await context.newPage();
  for (const path of ["/campaigns", "/settings", "/audit"]) {
    await page.goto(path);
    await expect(page.getByText(/^Restored copy of the backup of .*03:00.* by ops\./)).toBeVisible();
  }
  await expectSound(page);
  await page.getByRole("button", { name: "Use this one…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Use this one" }).click();
  await expect(page.getByText(/^Restored copy of/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("began to use this restored copy")).toBeVisible();
  await context.close();
});
