import { seeded } from "../platform/seed/ids";
import { wear } from "./support/looks";
import { expect, expectSound, test } from "./support/test";

test("an admin views as support staff, and every tab and the audit log follow", async ({ onStage }, info) => {
  const page = await onStage("admin");
  const tab = await page.context().newPage();
  const bar = page.getByText("You view as support staff.");
  const menu = page.getByRole("button", { name: "Account menu" });
  const nav = page.getByRole("navigation", { name: "Pages" });
  const shot = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) });
  await tab.goto("/audit");
  await page.goto("/");
  for (const look of ["dark", "light"] as const) {
    await wear(page, look);
    await menu.click();
    await expect(page.getByRole("menuitem", { name: "View as campaign manager" })).toBeVisible();
    await expectSound(page);
    await page.keyboard.press("Escape");
  }
  await menu.click();
  await page.getByRole("menuitem", { name: "View as support staff" }).click();
  await expect(bar).toBeVisible();
  await expect(nav.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  await expect(nav.getByRole("link", { name: "Calls" })).toBeVisible();

  await tab.bringToFront();
  await expect(tab.getByText("You view as support staff.")).toBeVisible();
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("You don’t have access");
  await tab.close();

  for (const path of ["/webhooks", "/calls", "/settings", "/help", "/import", "/team"]) {
    await page.goto(path);
    await expect(bar, path).toBeVisible();
  }
  await page.goto("/audit");
  await expect(page.getByText("Your role cannot open this page")).toBeVisible();
  for (const look of ["light", "dark", "dark at 390 px", "light at 390 px"] as const) {
    await wear(page, look);
    await expectSound(page);
    await shot(`bar-${look.replaceAll(" ", "-")}`);
  }
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Back to admin" })).toBeVisible();
  await expectSound(page);
  await shot("menu-at-390-px");
  await page.keyboard.press("Escape");
  await wear(page, "light");

  await page.goto(`/sessions?id=${seeded.sessions.web}`);
  await page.getByRole("alertdialog").getByRole("textbox").fill("end");
  await page.getByRole("alertdialog").getByRole("button", { name: /End/ }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Back to admin" }).click();
  await expect(bar).toHaveCount(0);
  await expect(nav.getByRole("link", { name: "Audit log" })).toBeVisible();
  await page.goto("/audit");
  const main = page.locator("main");
  await expect(main).toContainText("Mara Okafor began to view as support staff");
  await expect(main).toContainText("Mara Okafor (as support staff) ended the session");
  await expect(main).toContainText("Mara Okafor (as support staff) went back to admin");
  await expect(page.getByRole("row", { name: /\(as support staff\) ended/ }).first()).toContainText("MO");
  await page
    .getByRole("row", { name: /went back to admin/ })
    .first()
    .click();
  await expect(page.getByRole("complementary", { name: "Audit entry" })).toContainText(
    "Mara Okafor (as support staff)",
  );
  await expectSound(page);
});

test("an admin hides phone numbers from support, who shows them with a reason", async ({ stage, onStage }, info) => {
  stage.platform.answer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"success":true,"data":{"id":"c1","status":"completed","to_number":"+14155550100"}}');
  });
  const page = await onStage("admin");
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const hide = page.getByRole("switch", { name: "Hide phone numbers from support and viewers" });
  const main = page.locator("main");
  await page.goto("/settings/data");
  await hide.click();
  await expect(hide).toBeChecked();
  await page.goto("/calls/c1");
  await choose("View as support staff");
  await expect(main).toContainText("+1415•••0100");
  await expect(main).not.toContainText("5550100");
  for (const look of ["dark", "light"] as const) {
    await wear(page, look);
    await expectSound(page);
    await page.screenshot({ path: info.outputPath(`hidden-${look}.png`) });
  }
  await page.reload();
  expect(await page.content()).not.toContain("5550100");
  await page.getByRole("button", { name: "Show…" }).click();
  const dialog = page.getByRole("dialog", { name: "Show phone numbers?" });
  await dialog.getByRole("button", { name: "Show numbers" }).click();
  await expect(dialog).toContainText("Enter a reason.");
  await dialog.getByLabel("Reason").fill("Customer asks for a call back");
  await dialog.getByRole("button", { name: "Show numbers" }).click();
  await expect(main).toContainText("+14155550100");
  await expect(page.getByText("Numbers shown until")).toBeVisible();
  await choose("Back to admin");
  await page.goto("/audit");
  await expect(main).toContainText("(as support staff) showed hidden phone numbers for 15 minutes");
  await page.goto("/settings/data");
  await hide.click();
  await expect(hide).not.toBeChecked();
});
