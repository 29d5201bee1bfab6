import type { Role } from "../lib/contract/operation";
import { type Look, wear } from "./support/looks";
import { pages } from "./support/pages";
import { expect, listen, test } from "./support/test";

// Admins open every page in pages.spec.ts. What a page does first may differ from what it does when a look changes.
const wears: [Role, Look][] = [
  ["campaign_manager", "dark at 390 px"],
  ["support", "dark"],
];

for (const [role, look] of wears)
  test(`${role} opens the pages of the role, and no others`, async ({ as }) => {
    const page = await as(role);
    await wear(page, look);
    const main = page.locator("main");
    const [open, closed] = [true, false].map((is) => pages.filter(({ roles }) => roles.includes(role) === is));
    for (const { path, shows } of open ?? []) {
      await page.goto(path);
      await expect(main, path).toContainText(shows);
    }
    // They are refused where pages are made: one is looked at, the others are read.
    const refused = "Your role cannot open this page";
    for (const { path } of closed ?? []) expect(await (await page.request.get(path)).text(), path).toContain(refused);
    await page.goto(closed?.[0]?.path ?? "/");
    await expect(main).toContainText(refused);
  });

test("nobody signed in is sent to sign in, and comes back to where they were", async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();
  const complaints = listen(page);
  for (const { path } of pages) {
    const answer = await context.request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([307, `/sign-in?return=${encodeURIComponent(path)}`]);
  }
  await page.goto("/credentials?text=meter");
  await page.getByLabel("Email").fill("tom@fernhill.example");
  await page.getByLabel("Password", { exact: true }).fill("a harbour with nine lamps");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${product.origin}/credentials?text=meter`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Server credentials");
  expect(complaints).toEqual([]);
  await context.close();
});
