import type { Page } from "@playwright/test";
import { emptyInbox } from "./support/event-sender";
import { expect, expectSound, expectSoundEverywhere, test } from "./support/test";

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Sends events to a new address, as the platform does. */
async function eventSender({ request }: Page, origin: string) {
  const headers = { "x-switchboard": "1", origin };
  const post = async (path: string, data: object) => (await request.post(path, { headers, data })).json();
  const { data } = await post("/api/console/inbox/addresses", { name: "Test" });
  const { url } = await post(`/api/console/inbox/addresses/${data.id}/show`, {});
  return async (event: string, call: object) => {
    const sent = await request.post(new URL(url).pathname, { data: { event, call } });
    expect(sent.status()).toBe(200);
  };
}

test.beforeEach(({ stage }) => emptyInbox(stage.product));

const person = (page: Page) => page.getByRole("dialog", { name: "Look up a person" });

async function find(page: Page, text: string, option: string | RegExp) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find" }).fill(text);
  await page.getByRole("option", { name: option }).click();
}

/** Confirms the question with one press. */
async function confirm(page: Page, whom: string) {
  const question = page.getByRole("alertdialog", { name: `Never call ${whom} again?` });
  await expect(question.getByRole("radio", { name: "Asked us" })).toBeChecked();
  await expectSound(page);
  await question.getByRole("button", { name: "Never call again" }).click();
  const done = page.getByRole("dialog", { name: `${whom} was added` });
  await done.getByRole("button", { name: "Close" }).click();
}

test("answers who was called with the calls of events, in any spelling", async ({ stage, onStage, campaign }) => {
  const admin = await onStage("admin");
  const send = await eventSender(admin, stage.product.origin);
  const call = { customer_number: "+447912954086", customer_name: "Rosa Strauß", direction: "outbound" };
  const ended = {
    started_at: ago(30),
    ended_at: ago(29),
    duration_seconds: 0,
    ended_reason: "customer-did-not-answer",
  };
  await send("call.ended", { ...call, ...ended, call_id: "rosa-1", campaign_id: campaign });
  await send("call.started", { ...call, call_id: "rosa-2", started_at: ago(1), status: "in-progress" });

  const page = await onStage("support");
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  await page.goto("/do-not-call");
  for (const text of ["07912 954086", "+44 (0)7912 954-086", "tel:+44-7912-954086"]) {
    await find(page, text, /^Who was called at/);
    if (text.startsWith("0")) {
      await expect(person(page)).toContainText("This number has no country code.");
      await person(page).getByRole("combobox", { name: "Country of the number" }).fill("United Kingdom");
      await page.keyboard.press("Enter");
      await person(page).getByRole("button", { name: "Look up" }).click();
    }
    await expect(person(page)).toContainText("Rosa Strauß");
    await expect(person(page)).toContainText(/United Kingdom, mobile, \d\d:\d\d there/);
    const rows = person(page).getByRole("table", { name: "Calls, newest first" }).getByRole("row");
    await expect(rows).toContainText(["Status", "In progress", "No answer"]);
    await expectSound(page);
    await page.keyboard.press("Escape");
    await expect(person(page)).toHaveCount(0);
  }
  await find(page, "+44 7912 954087", /^Who was called at/);
  await expect(person(page)).toContainText(/No call seen since .+\./);
  await expectSoundEverywhere(page);
  expect(workers).toEqual([]);
  expect(page.url()).not.toContain("7912");
});

test("blocks a person from a call, its row, a campaign, Find and the look-up", async ({ stage, onStage, campaign }) => {
  const admin = await onStage("admin");
  const send = await eventSender(admin, stage.product.origin);
  const people = ["Ada Page", "Bo Lind", "Cy Holt", "Di Marsh", "Eve Rowe"];
  for (const [nth, customer_name] of people.entries())
    await send("call.ended", {
      ...{ call_id: `block-${nth}`, customer_name, customer_number: `+4479129541${nth}0`, direction: "outbound" },
      ...{ campaign_id: campaign, started_at: ago(30 - nth), ended_at: ago(29 - nth), ended_reason: "voicemail" },
    });
  const page = await onStage("campaign_manager");

  await page.goto("/calls/block-0");
  await page.getByRole("button", { name: "Never call again…" }).click();
  await confirm(page, "Ada Page");

  await page.goto("/calls");
  await page.getByRole("button", { name: "More about Bo Lind" }).click();
  await page.getByRole("menuitem", { name: "Never call again…" }).click();
  await confirm(page, "Bo Lind");

  await page.goto(`/campaigns/${campaign}?tab=contacts`);
  await page.getByRole("button", { name: "More about Cy Holt" }).click();
  await page.getByRole("menuitem", { name: "Never call again…" }).click();
  await confirm(page, "Cy Holt");

  await find(page, "Di Marsh", "Never call Di Marsh again…");
  await confirm(page, "Di Marsh");

  await page.goto("/do-not-call");
  await page.getByRole("searchbox", { name: "Number, with its country code" }).fill("+44 7912 954140");
  await page.getByRole("button", { name: "Look up" }).click();
  await person(page).getByRole("button", { name: "Never call again…" }).click();
  await confirm(page, "Eve Rowe");
  await expect(person(page)).toContainText("do not call");
  await expect(person(page)).toContainText("asked us, by hand");
  await expectSoundEverywhere(page);
  await page.keyboard.press("Escape");
  const rows = page.getByRole("table", { name: "Latest entries" });
  for (const nth of people.keys()) await expect(rows).toContainText(`+4479129541${nth}0`);
});

test("does not say that no call matches a number it does not read", async ({ stage, onStage }) => {
  const page = await onStage("admin");
  await eventSender(page, stage.product.origin);
  await page.goto("/calls?text=%2B44+7912+954086+%2F+%2B44+7912+954087");
  await expect(page.getByText("These are several phone numbers. Enter one.")).toBeVisible();
  await expect(page.getByText("No call matches")).toHaveCount(0);
});
