import { seeded } from "../platform/seed/ids";
import { expect, expectSound, test } from "./support/test";

test("answers why a credential fails, since when, what changed and who is hit, one press from Overview", async ({
  as,
}) => {
  const page = await as("support");
  await page.goto("/");
  const alert = page.getByRole("listitem").filter({ hasText: "Smart meter registry is failing to sync" });
  await alert.getByRole("link", { name: "Open credential" }).click();
  const drawer = page.getByRole("complementary", { name: "Credential" });
  await expect(drawer.getByText("the registry key was rotated")).toHaveCount(1);
  await expect(drawer).toContainText(/Seen failing since .*It failed when Switchboard first read it/);
  await expect(drawer).toContainText("The platform does not say who.");
  for (const name of ["read_meter", "Maya, tariff renewals", "Winter tariff renewals"])
    await expect(drawer.getByRole("link", { name })).toBeVisible();
  await expectSound(page);

  await page.goto("/credentials");
  const rows = page.getByRole("row");
  await expect(rows.nth(1)).toContainText("Smart meter registry");
  await expect(rows.nth(1)).toContainText(/1 tool, \d running campaign/);
});

test("gives one result for each of seven pasted IDs, in Find and in Add", async ({ as }) => {
  const page = await as("admin", { expects: /status of 404/ });
  await page.goto("/workflows");
  await expect(page.getByRole("heading", { name: "Workflows in Switchboard" })).toBeVisible();
  const known = [seeded.campaigns.running, seeded.tools.transfer, seeded.credentials.crm, seeded.assistants.german];
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find" }).fill([...known, "no_such_1", "no_such_2", "no_such_3"].join(" "));
  await page.keyboard.press("Enter");
  const found = page.getByRole("dialog", { name: "Pasted IDs" });
  await expect(found).toContainText("7 IDs: 4 found, 3 not found.");
  await expect(found.getByRole("listitem")).toHaveCount(7);
  await expect(found.getByRole("link", { name: "Winter tariff renewals" })).toBeVisible();
  await found.getByRole("button", { name: "Close" }).last().click();

  await page.getByRole("button", { name: "Add workflows" }).click();
  const wrong = ["1", "2", "3", "4", "5", "6"].map((nth) => `no-flow-${nth}`);
  await page.getByRole("textbox", { name: "IDs" }).fill([seeded.workflows.renewal, ...wrong].join("\n"));
  await page.getByRole("button", { name: "Add 7 workflows" }).click();
  const added = page.getByRole("dialog", { name: "Add workflows" });
  await expect(added).toContainText("7 IDs: 1 found, 6 not found.");
  for (const id of wrong) await added.getByRole("button", { name: `Remove ${id}` }).click();
  await expect(added.getByText("Not found, and removed from the list.")).toHaveCount(6);
  await added.getByRole("button", { name: "Done" }).click();
});
