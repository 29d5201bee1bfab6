import { roles } from "../lib/contract/operation";
import { pages } from "./support/pages";
import { cookieHeader, password, people } from "./support/people";
import { expect, listen, test } from "./support/test";

/** Without the address of a credential, which leads to the list. */
const ownPages = pages.filter(({ path }) => !path.startsWith("/credentials/"));

for (const role of roles)
  test(`refuses the pages of other roles, and only those, when ${role} asks for them`, async ({ request, product }) => {
    const headers = { cookie: cookieHeader(product.cookies[role]) };
    for (const { path, roles } of ownPages) {
      const html = await (await request.get(product.origin + path, { headers })).text();
      expect([path, html.includes("Your role cannot open this page")]).toEqual([path, !roles.includes(role)]);
    }
  });

test("sends to sign in when nobody is signed in", async ({ request, product }) => {
  for (const { path } of pages) {
    const response = await request.get(product.origin + path, { maxRedirects: 0 });
    const location = `/sign-in?return=${encodeURIComponent(path)}`;
    expect([response.status(), response.headers().location]).toEqual([307, location]);
  }
});

test("returns to the page that was asked for when somebody has signed in", async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.origin });
  const complaints = listen(page);
  await page.goto("/credentials?text=meter");
  await page.getByLabel("Email").fill(people.support.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${product.origin}/credentials?text=meter`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Server credentials");
  expect(complaints).toEqual([]);
  await page.close();
});
