import { expect, expectSound, test } from "./support/test";

test("makes a token that a program can use until it is revoked", async ({ product, as }, info) => {
  const admin = await as("admin");
  const name = `nightly ${info.testId}.${info.retry}`;
  await admin.goto("/team/tokens");
  await admin.getByRole("button", { name: "Make a token" }).click();
  const form = admin.getByRole("dialog", { name: "Make a token" });
  await form.getByRole("button", { name: "Make token" }).click();
  await expect(form.getByText("Enter a name.")).toBeVisible();
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Expires after").selectOption("7 days");
  await expectSound(admin);
  await form.getByRole("button", { name: "Make token" }).click();
  const shown = admin.getByRole("dialog", { name: `Token ${name}` });
  const token = (await shown.locator("code").textContent()) ?? "";
  expect(token).toMatch(/^swb_[\w-]{43}$/);
  await expectSound(admin);
  await shown.getByRole("button", { name: "Done" }).click();
  const row = admin.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("Viewer");
  await expect(row).toContainText("Soon");
  await expectSound(admin);

  const ask = (path: string, method = "GET") =>
    fetch(product.origin + path, { method, headers: { authorization: `Bearer ${token}` } });
  const exported = await ask("/api/console/delivery-export?format=csv");
  expect([exported.status, await exported.text()]).toEqual([200, expect.stringContaining("webhook_id")]);
  expect((await ask("/api/console/saved/tools", "POST")).status).toBe(403);
  expect((await ask("/api/console/team")).status).toBe(403);
  const page = await ask("/team");
  expect(page.url).toContain("/sign-in");

  await row.getByRole("button", { name: `Revoke ${name}` }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row).toHaveCount(0);
  expect((await ask("/api/console/delivery-export?format=csv")).status).toBe(401);
});

test("a viewer finds what they may read, and nothing that they may not send", async ({ as }) => {
  const viewer = await as("viewer");
  const main = viewer.locator("main");
  for (const [path, shows] of [
    ["/", "Needs attention"],
    ["/campaigns", "The platform has no list of campaigns"],
    ["/calls", "Started"],
    ["/assistants", "Assistants in Switchboard"],
    ["/webhooks", "First tried"],
    ["/settings", "Single-letter keys"],
  ] as const) {
    await viewer.goto(path);
    await expect(main).toContainText(shows);
    await expect(main.locator("[aria-busy=true]")).toHaveCount(0);
    const writes = /^(Acknowledge|Resolve|Snooze|Add|Pause|Remove|Show again|Select)\b/;
    await expect(main.getByRole("button", { name: writes })).toHaveCount(0);
    await expect(main.getByRole("checkbox", { name: /Select/ })).toHaveCount(0);
    await expectSound(viewer);
  }
  await expect(viewer.locator('main a[href^="/calls/"]')).toHaveCount(0);
  const rail = viewer.getByRole("complementary", { name: "Main" });
  for (const name of ["Do not call", "Team and roles", "Audit log", "Import contacts", "Sessions"])
    await expect(rail.getByRole("link", { name })).toHaveCount(0);
});
