import { expect, test } from "./support/test";

const moved = [
  ["/settings/connection", "/settings/platform"],
  ["/settings/differences", "/settings/platform/unknown"],
  ["/settings/tokens", "/team/tokens"],
  [
    "/settings/meanings?meaning=campaigns.status.waiting",
    "/settings/platform/unknown?meaning=campaigns.status.waiting",
  ],
] as const;

test("leads from each earlier address of a settings page to its new one", async ({ as }) => {
  const page = await as("admin");
  for (const [from, to] of moved) {
    await page.goto(from);
    await expect(page).toHaveURL(to);
  }
  await expect(page.getByRole("dialog", { name: "Set what a word means" })).toBeVisible();
});

test("shows tabs of settings by role, and says who may open the others", async ({ as }) => {
  const admin = await as("admin");
  await admin.goto("/settings");
  await expect(admin.getByRole("navigation", { name: "Parts of settings" }).getByRole("link")).toHaveText([
    "Me",
    "Platform",
    "Alerts",
    "Data",
  ]);
  await admin.goto("/team");
  await expect(admin.getByRole("navigation", { name: "Parts of the team" }).getByRole("link")).toHaveText([
    "People",
    "Tokens",
    "Sign-on",
  ]);
  const support = await as("support");
  await support.goto("/settings");
  await expect(support.getByRole("navigation", { name: "Parts of settings" }).getByRole("link")).toHaveText([
    "Me",
    "Alerts",
  ]);
  for (const path of [
    "/settings/platform",
    "/settings/data",
    "/settings/alerts/rules",
    "/team/tokens",
    "/team/sign-on",
  ]) {
    await support.goto(path);
    await expect(support.locator("main")).toContainText("Roles that can open it: Admin.");
  }
});

test("follows the theme of the system again when that is chosen in the top bar", async ({ as }) => {
  const page = await as("campaign_manager", { context: { colorScheme: "dark" } });
  await page.goto("/settings");
  const html = page.locator("html");
  await expect(html).not.toHaveAttribute("data-theme");
  const button = page.getByRole("button", { name: "Switch theme" });
  const press = async () => {
    const saved = page.waitForResponse((response) => response.url().endsWith("/me/preferences"));
    await button.click();
    expect((await saved).status()).toBe(200);
  };
  await press();
  await expect(html).toHaveAttribute("data-theme", "light");
  await press();
  await expect(html).not.toHaveAttribute("data-theme");
});
