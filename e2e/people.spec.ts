import type { Browser } from "@playwright/test";
import { seeded } from "../lib/platform/seed/ids";
import { password } from "./support/people";
import { expect, expectSound, listen, test } from "./support/test";

const small = { colorScheme: "dark", viewport: { width: 390, height: 844 } } as const;

/** Somebody at a browser of their own. What it complains of is looked at when the test ends. */
async function somebody(browser: Browser, origin: string) {
  const context = await browser.newContext({ baseURL: origin, ...small });
  const page = await context.newPage();
  // A link that was used is answered 403, and a session that is over 401, which the browser tells as well.
  return { context, page, complaints: listen(page, /40[13]/) };
}

test("an admin invites somebody, who chooses a name and a password by the link, and a new password by another", async ({
  browser,
  product,
  as,
}, info) => {
  const admin = await as("admin");
  const email = `priya.${info.testId}@fernhill.example`;
  await admin.goto("/team?ask=add");
  const form = admin.getByRole("dialog", { name: "Add a person" });
  await form.getByLabel("Email").fill(email);
  await form.getByRole("radio", { name: /Campaign manager/ }).check();
  await expectSound(admin);
  await form.getByRole("button", { name: "Invite" }).click();
  const shown = admin.getByRole("dialog", { name: `Invitation for ${email}` });
  const link = (await shown.locator("code").textContent()) ?? "";
  expect(link).toMatch(/\/set-password#[\w-]{43}$/);
  await expectSound(admin);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(admin).toHaveURL(`${product.origin}/team`);
  await expect(admin.getByRole("row", { name: new RegExp(email) })).toContainText("invited");

  const { context, page, complaints } = await somebody(browser, product.origin);
  const answered = await page.goto(link);
  expect(answered?.headers()["referrer-policy"]).toBe("no-referrer");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome");
  await expect(page.getByText("You were invited as campaign manager.")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Go to Switchboard" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByLabel("Your name").fill("Priya Raman");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Go to Switchboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await expect(page).toHaveURL(`${product.origin}/`);

  const later = await somebody(browser, product.origin);
  await later.page.goto(link);
  await expect(later.page.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
  await expect(later.page.getByText("works once")).toHaveCount(0);
  await expectSound(later.page);
  await later.page.getByRole("link", { name: "Sign in" }).click();
  await later.page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(later.page.getByText("An admin can make you a reset link")).toBeVisible();
  await expectSound(later.page);

  await admin.reload();
  await admin.getByRole("link", { name: "Priya Raman", exact: true }).click();
  await admin.getByRole("button", { name: "Reset password…" }).click();
  await admin.getByRole("button", { name: "Make the link" }).click();
  const reset = admin.getByRole("dialog", { name: "Reset link for Priya Raman" });
  await later.page.goto((await reset.locator("code").textContent()) ?? "");
  await later.page.getByLabel("New password").fill(`${password} again`);
  await later.page.getByRole("button", { name: "Use this password and sign in" }).click();
  await expect(later.page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await page.goto("/campaigns");
  await expect(page).toHaveURL(/\/sign-in/);
  expect([...complaints, ...later.complaints]).toEqual([]);
  for (const each of [context, later.context]) await each.close();
});

test("focus is where it was once an invitation was made", async ({ as }, info) => {
  const page = await as("admin");
  await page.goto("/team");
  await page.getByRole("button", { name: "Add a person" }).click();
  await page.getByLabel("Email").fill(`left.${info.testId}@fernhill.example`);
  await page.getByRole("button", { name: "Invite" }).click();
  await page
    .getByRole("dialog", { name: /^Invitation/ })
    .getByRole("button", { name: "Done" })
    .click();
  await expect(page.getByRole("button", { name: "Add a person" })).toBeFocused();
});

test("focus stays on the page when what had it goes: a person who is removed, a control whose campaign is paused", async ({
  as,
}, info) => {
  const page = await as("admin");
  const heading = page.getByRole("heading", { level: 1 });
  const email = `removed.${info.testId}@fernhill.example`;
  const headers = { "sec-fetch-site": "same-origin", "x-switchboard": "1" };
  await page.request.post("/api/console/team", { headers, data: { name: "", email, role: "support" } });
  await page.goto("/team");
  await page.getByRole("link", { name: email, exact: true }).click();
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).press("Enter");
  await expect(page.getByRole("link", { name: email, exact: true })).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toMatch(/^(tr|h1)$/);
  await page.goto(`/campaigns/${seeded.campaigns.stalled}`);
  await page.getByRole("button", { name: /^Pause/ }).press("Enter");
  await expect(page.getByRole("button", { name: /^Resume/ })).toBeVisible();
  await expect(heading).toBeFocused();
  const resumed = await page.request.post(`/api/v1/campaigns/${seeded.campaigns.stalled}/resume`, { headers });
  expect(resumed.ok()).toBe(true);
});

test("a current password that is not right is reported until something is changed", async ({ as }) => {
  const page = await as("support", { expects: /status of 400/ });
  await page.goto("/settings");
  await page.getByRole("textbox", { name: "Current password" }).fill("not the one");
  await page.getByRole("textbox", { name: "New password" }).fill("coral-anvil-93-tides");
  await page.getByRole("button", { name: "Change password" }).click();
  const refusal = page.getByText("The current password is wrong.");
  await expect(refusal).toBeVisible();
  await page.getByRole("textbox", { name: "New password" }).fill("short");
  await expect(refusal).toHaveCount(0);
});
