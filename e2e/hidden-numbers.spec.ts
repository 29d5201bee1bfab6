import { emptyInbox, makeAddress } from "./support/event-sender";
import { wear } from "./support/looks";
import { expect, expectSound, test } from "./support/test";

const number = "4930901820173";
const shown = "4930•••0173";
const call = `d_${number}_1`;

const record = {
  ...{ id: call, status: "completed", to_number: `+${number}`, campaign_id: "camp_1" },
  transcript: [
    { role: "user", text: `my number is 0 3 0 9 0 1 8 2 0 1 7 3, or 030/901820‑173, sip:${number}@host.example` },
  ],
};

test("a viewer opens a call by its masked ID, and no page or address holds the number", async ({
  stage,
  onStage,
}, info) => {
  await emptyInbox(stage.product);
  stage.platform.answer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data: record }));
  });
  const admin = await onStage("admin");
  await admin.goto("/");
  const cookie = (await admin.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const { origin } = new URL(admin.url());
  const address = await makeAddress(origin, { cookie, origin, "x-switchboard": "1", "sec-fetch-site": "same-origin" });
  const event = {
    type: "call.ended",
    data: { call_id: call, status: "ended", to_number: `+${number}`, customer_name: "Ana Reis", campaign_id: "camp_1" },
  };
  const headers = { "content-type": "application/json", "webhook-id": `w_${number}` };
  expect((await fetch(address, { method: "POST", headers, body: JSON.stringify(event) })).status).toBe(200);
  await admin.goto("/settings/data");
  const hide = admin.getByRole("switch", { name: "Hide phone numbers from support and viewers" });
  await hide.click();
  await expect(hide).toBeChecked();

  const page = await onStage("support");
  const main = page.locator("main");
  await page.goto("/calls");
  const row = main.locator("tr[data-row-id]").filter({ hasText: "Ana Reis" });
  await expect(row).toContainText(shown);
  await page.screenshot({ path: info.outputPath("calls.png") });
  await row.click();
  await expect(page).toHaveURL(/\/calls\/d_4930/);
  await expect(main).toContainText("d_4930•••0173_1");
  await expect(main).not.toContainText("_1~");
  for (const look of ["dark", "light"] as const) {
    await wear(page, look);
    await expectSound(page);
    await page.screenshot({ path: info.outputPath(`call-${look}.png`), fullPage: true });
  }
  await page.reload();
  await expect(main).toContainText("d_4930•••0173_1");
  const content = (await page.content()).replace(/\D/g, "");
  expect(content).not.toContain("901820173");
  expect(page.url()).not.toContain("901820173");
  expect(await page.title()).not.toContain("~");

  await page.goto("/webhooks?here=arrived&time=all");
  const received = main.locator("tr[data-row-id]").filter({ hasText: "Ana Reis" });
  await received.click();
  const drawer = page.getByRole("complementary", { name: "Event" });
  await expect(drawer).toContainText("d_4930•••0173_1");
  await expect(drawer).not.toContainText("901820173");
  await page.screenshot({ path: info.outputPath("received.png") });
  await page.goto("/campaigns/camp_1?tab=contacts");
  await expect(main.getByRole("table", { name: "Contacts" })).toContainText(shown);
  await page.goto("/calls");
  await page.keyboard.press("f");
  await page.getByRole("searchbox").first().fill("49309");
  await expect(main).toContainText("No call matches");
  await hide.click();
});
