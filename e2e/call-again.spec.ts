import { seeded } from "../platform/seed/ids";
import { plainList, takeNumbers } from "./support/contact-lists";
import { eventSender } from "./support/event-sender";
import { openImport, prepareList, uploadButton } from "./support/import-wizard";
import { expect, test } from "./support/test";

test("undoes a short list for a running campaign before it is sent, and then says that calls begin", async ({ as }) => {
  const page = await as("campaign_manager");
  await openImport(page, seeded.campaigns.stalled);
  await prepareList(page, plainList("wrong.csv", 2, { firstNumber: takeNumbers(2) }));
  await uploadButton(page).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.click();
  await expect(uploadButton(page)).toBeEnabled();
  await uploadButton(page).click();
  await expect(page.getByRole("heading", { name: /^2 contacts are in/ })).toBeVisible();
  await expect(page.getByText(/these 2 people (are called from now on|have begun)/)).toBeVisible();
  await page.getByRole("button", { name: "Save those not called yet…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save those not called yet" });
  await expect(dialog).toContainText("2 of 2 people were not called yet");
  await expect(dialog.getByRole("button", { name: "Save 2 rows" })).toBeEnabled();
});

test("opens the set hours of a campaign by its address", async ({ as }) => {
  const page = await as("campaign_manager");
  await page.goto(`/campaigns/${seeded.campaigns.stalled}?ask=hours`);
  const dialog = page.getByRole("dialog", { name: "Calling hours" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/^[^?]*$/);
});

test("makes a list of those whom an ended campaign did not reach, and adds them to another", async ({
  as,
  product,
}) => {
  const admin = await as("admin");
  const send = await eventSender(admin, product.origin);
  const ended = (nth: number, reason: string) => ({
    ...{ call_id: `again-${nth}`, campaign_id: seeded.campaigns.failed, to_number: `+44791112345${nth}` },
    ...{ customer_name: `Priya ${nth}`, status: "ended", ended_reason: reason, direction: "outbound" },
    ...{ started_at: new Date().toISOString(), ended_at: new Date().toISOString() },
  });
  await send("call.ended", ended(1, "customer-did-not-answer"));
  await send("call.ended", ended(2, "customer-busy"));
  await send("call.ended", ended(3, "customer-ended-call"));

  const page = await as("campaign_manager");
  await page.goto(`/campaigns/${seeded.campaigns.draft}`);
  await page.goto(`/campaigns/${seeded.campaigns.failed}?tab=contacts`);
  const results = page.getByRole("list", { name: "Results" });
  await expect(results).toContainText("Customer hung up");
  await results.getByRole("checkbox", { name: /^Customer hung up/ }).check();
  await expect(page.getByRole("button", { name: "Call again…" })).toBeDisabled();
  await results.getByRole("checkbox", { name: /^Customer hung up/ }).uncheck();
  await results.getByRole("checkbox", { name: /^No answer/ }).check();
  await results.getByRole("checkbox", { name: /^Busy/ }).check();
  await expect(page.getByRole("table", { name: "Contacts" }).locator("tbody tr")).toHaveCount(2);
  await page.getByRole("button", { name: "Call again…" }).click();
  const dialog = page.getByRole("dialog", { name: "Call 2 people again?" });
  await expect(dialog).toContainText("cannot call again");
  await dialog.getByLabel("Campaign").selectOption(seeded.campaigns.draft);
  await dialog.getByRole("button", { name: "Check the list" }).click();
  await expect(page.getByRole("heading", { name: /^2 new people will be added/ })).toBeVisible();
  await uploadButton(page).click();
  await expect(page.getByRole("heading", { name: /^2 contacts are in/ })).toBeVisible();

  const support = await as("support");
  await support.goto(`/campaigns/${seeded.campaigns.failed}?tab=contacts`);
  await support.getByRole("checkbox", { name: /^Busy/ }).check();
  await expect(support.getByText("Admins and campaign managers can call people again.")).toBeVisible();
});
