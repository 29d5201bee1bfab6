import { json } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { eventSender } from "./support/event-sender";
import { expect, expectSoundEverywhere, test } from "./support/test";

test("compares campaigns by the figures of their own pages, and tells support who paused", async ({
  stage,
  onStage,
  campaign,
}) => {
  let status = "running";
  stage.platform.answer((request, response) => {
    if (!request.url?.startsWith(`/v1/campaigns/${campaign}`)) return healthyPlatform(request, response);
    if (request.method === "POST") status = "paused";
    const counts = { total_contacts: 10, completed_contacts: 2, pending_contacts: 8, total_calls: 3 };
    return json(200, { success: true, message: "Done", data: { id: campaign, name: "Autumn", status, ...counts } })(
      request,
      response,
    );
  });
  const admin = await onStage("admin");
  const send = await eventSender(admin, stage.product.origin);
  const ended = { direction: "outbound", campaign_id: campaign, status: "ended", ended_at: new Date().toISOString() };
  const cost = { cost: "0.2142", currency: "GBP" };
  const person = (nth: number) => ({ customer_number: `+44790090000${nth}` });
  await send("call.ended", {
    ...ended,
    ...person(1),
    ...cost,
    call_id: `${campaign}-1`,
    ended_reason: "customer-busy",
  });
  const talked = { duration_seconds: 3_840, ended_reason: "customer-ended-call" };
  await send("call.ended", { ...ended, ...person(1), ...cost, ...talked, call_id: `${campaign}-2` });
  await send("call.ended", { ...ended, ...person(2), ...cost, call_id: `${campaign}-3`, ended_reason: "voicemail" });

  await admin.goto(`/campaigns/${campaign}`);
  const figures = admin.getByRole("region", { name: "Progress" });
  await expect(figures).toContainText("Answered50% of 2 people called");
  await expect(figures).toContainText("Calls a person1.5");
  await expect(figures).toContainText("Talk time1 h 04 min");
  await expect(figures).toContainText("Cost0.64 GBP");
  await admin.getByRole("button", { name: /^Pause/ }).click();
  const toasts = admin.getByRole("region", { name: "Notifications" });
  await expect(toasts).toHaveText("Autumn was paused");

  const support = await onStage("support");
  await support.goto(`/campaigns/${campaign}`);
  await expect(support.getByRole("region", { name: "Timeline" })).toContainText("Paused by Mara Okafor");
  await support.goto("/campaigns");
  await support.getByRole("searchbox", { name: "Name or ID" }).fill(campaign);
  const row = support.getByRole("row", { name: /Autumn/ });
  for (const text of ["50%", "1.5", "1 h 04 min", "0.64 GBP", "paused by Mara Okafor"])
    await expect(row).toContainText(text);
  await support.getByRole("button", { name: "Answered" }).click();
  await expect(support.getByRole("columnheader", { name: "Answered" })).toHaveAttribute("aria-sort", "ascending");
  await expectSoundEverywhere(support);
  await support.setViewportSize({ width: 390, height: 844 });
  for (const text of ["50% answered", "1.5 calls a person", "1 h 04 min talk time", "0.64 GBP cost"])
    await expect(row).toContainText(text);
});
