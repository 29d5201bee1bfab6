import type { Browser } from "@playwright/test";
import { seeded } from "../platform/seed/ids";
import { password } from "./support/people";
import { expect, expectSound, listen, test } from "./support/test";

const small = { colorScheme: "dark", viewport: { width: 390, height: 844 } } as const;

/** A visitor with an own browser, and the errors that the browser logs. */
async function openVisitor(browser: Browser, origin: string) {
  const context = await browser.newContext({ baseURL: origin, ...small });
  const page = await context.newPage();
  // The browser logs the 403 of a used link and the 401 of an ended session.
  return { context, page, complaints: listen(page, /40[13]/) };
}

test("lets an invited person choose name and password by link, and a new password by another", async ({
  browser,
  product,
  as,
}, info) => {
  const admin = await as("admin");
  const email = `priya.${info.testId}.${info.retry}@fernhill.example`;
  const name = `Priya Raman ${info.testId}.${info.retry}`;
  await admin.goto("/team");
  await admin.getByRole("button", { name: "Add a person" }).click();
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
  await expect(admin.getByRole("button", { name: "Add a person" })).toBeFocused();
  await expect(admin.getByRole("row", { name: new RegExp(email) })).toContainText("invited");

  const { context, page, complaints } = await openVisitor(browser, product.origin);
  // As some mail programs write it.
  const response = await page.goto(`${link.replace("#", "%23")}>`);
  expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome");
  await expect(page.getByText(/invited you as campaign manager\./)).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Go to Switchboard" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Go to Switchboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await expect(page).toHaveURL(`${product.origin}/`);

  const later = await openVisitor(browser, product.origin);
  await later.page.goto(link);
  await expect(later.page.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
  await expect(later.page.getByText("works once")).toHaveCount(0);
  await expectSound(later.page);
  await later.page.getByRole("link", { name: "Sign in" }).click();
  await later.page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(later.page.getByText("An admin can make you a reset link")).toBeVisible();
  await expectSound(later.page);

  await admin.reload();
  await admin.getByRole("link", { name, exact: true }).click();
  await admin.getByRole("button", { name: "Reset password…" }).click();
  await admin.getByRole("button", { name: "Make the link" }).click();
  const reset = admin.getByRole("dialog", { name: `Reset link for ${name}` });
  await later.page.goto((await reset.locator("code").textContent()) ?? "");
  await later.page.getByLabel("New password").fill(`${password} again`);
  await later.page.getByRole("button", { name: "Use this password and sign in" }).click();
  await expect(later.page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await page.goto("/campaigns");
  await expect(page).toHaveURL(/\/sign-in/);
  expect([...complaints, ...later.complaints]).toEqual([]);
  for (const each of [context, later.context]) await each.close();
});

test("keeps focus on the page when the focused control disappears", async ({ as }, info) => {
  const page = await as("admin");
  const heading = page.getByRole("heading", { level: 1 });
  const email = `removed.${info.testId}.${info.retry}@fernhill.example`;
  const headers = { "sec-fetch-site": "same-origin", "x-switchboard": "1" };
  await page.request.post("/api/console/team", { headers, data: { name: "", email, role: "support" } });
  await page.goto("/team");
  await page.getByRole("link", { name: email, exact: true }).click();
  await page.getByRole("button", { name: "Remove…" }).click();
  const remove = page.getByRole("button", { name: "Remove", exact: true });
  await expect(remove).toBeEnabled();
  await remove.press("Enter");
  await expect(page.getByRole("link", { name: email, exact: true })).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toMatch(/^(tr|h1)$/);
  await page.goto(`/campaigns/${seeded.campaigns.stalled}`);
  await page.getByRole("button", { name: /^Pause/ }).press("Enter");
  await expect(page.getByRole("button", { name: /^Resume/ })).toBeVisible();
  await expect(heading).toBeFocused();
  const resumed = await page.request.post(`/api/v1/campaigns/${seeded.campaigns.stalled}/resume`, { headers });
  expect(resumed.ok()).toBe(true);
});

test("reports a wrong current password until a field is changed", async ({ as }) => {
  const page = await as("support", { expects: /status of 400/ });
  await page.goto("/settings");
  const row = page.getByRole("listitem").filter({ hasText: "Changing it signs you out" });
  await row.getByRole("button", { name: "Change…" }).click();
  await page.getByRole("textbox", { name: "Current password" }).fill("not the one");
  await page.getByRole("textbox", { name: "New password" }).fill("coral-anvil-93-tides");
  await page.getByRole("button", { name: "Change password" }).click();
  const refusal = page.getByText("The current password is wrong.");
  await expect(refusal).toBeVisible();
  await page.getByRole("textbox", { name: "New password" }).fill("short");
  await expect(refusal).toHaveCount(0);
});
