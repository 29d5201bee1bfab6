import type { Page } from "@playwright/test";
import { json } from "../lib/testing/fault-replies";
import type { FaultUpstream } from "../lib/testing/fault-upstream";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { expect, test } from "./support/test";

const statusAfter: Record<string, string> = {
  start: "running",
  pause: "paused",
  resume: "running",
  cancel: "cancelled",
};

type Records = Record<string, Record<string, unknown> | undefined>;

/** Answers from `records`, by path. An action on a campaign changes its status; a DELETE removes its record. */
function answerFrom(platform: FaultUpstream, records: Records) {
  platform.answer((request, response) => {
    const [, path = "", act = ""] = /^\/v1\/([^/]+\/[^/?]+)(?:\/([a-z]+))?/.exec(request.url ?? "") ?? [];
    if (!(path in records)) return healthyPlatform(request, response);
    const record = records[path];
    if (!record) return json(404, { success: false, message: "Not found." })(request, response);
    if (request.method === "DELETE") records[path] = undefined;
    else if (request.method === "POST") records[path] = { ...record, ...effectOf(act) };
    return json(200, { success: true, message: "Done", data: { ...record, ...effectOf(act) } })(request, response);
  });
}

function effectOf(act: string) {
  if (act === "publish")
    return { status: "published", version: 8, published_version: 8, has_unpublished_changes: false };
  if (act === "end") return { status: "ended", ended_at: "2026-11-29T09:00:00Z" };
  return act in statusAfter ? { status: statusAfter[act] } : {};
}

/** Sends an action as somebody else, whose page is open too. */
async function sendAs(page: Page, path: string, method = "POST") {
  const headers = { "x-switchboard": "1", "sec-fetch-site": "same-origin" };
  const data = /(start|resume)$/.test(path) ? { confirmed_people: 210 } : {};
  const answer = await page.request.fetch(`/api/v1/${path}`, { method, headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
}

const counts = { total_contacts: 300, completed_contacts: 90, pending_contacts: 210 };

test("follows a campaign that somebody else changes while its question is open", async ({
  stage,
  onStage,
  campaign,
}) => {
  const path = `campaigns/${campaign}`;
  const records: Records = {};
  answerFrom(stage.platform, records);
  const page = await onStage("campaign_manager");
  const colleague = await onStage("admin");
  const question = page.getByRole("alertdialog");
  for (const [ask, before, by, said] of [
    ["start", "draft", "cancel", "The campaign has ended."],
    ["start", "draft", "start", "The campaign is already running."],
    ["resume", "paused", "cancel", "The campaign has ended."],
    ["resume", "paused", "resume", "The campaign is already running."],
    ["cancel", "running", "cancel", "The campaign has ended."],
  ] as const)
    await test.step(`${ask}, when a colleague sends ${by}`, async () => {
      records[path] = { id: campaign, name: "Autumn", status: before, ...counts };
      await page.goto(`/campaigns/${campaign}?ask=${ask}`);
      if (ask === "cancel") await question.getByRole("textbox").fill("Autumn");
      const confirm = question.getByRole("button", { name: new RegExp(`^${ask}(,| )`, "i") });
      await expect(confirm).toBeEnabled();
      await sendAs(colleague, `${path}/${by}`);
      await expect(question).toContainText(said);
      await expect(confirm).toBeDisabled();
      await expect(question.getByRole("button", { name: /^(Cancel|Keep campaign)$/ })).toBeEnabled();
    });
});

test("leaves out of many campaigns the one that somebody else cancels meanwhile", async ({
  stage,
  onStage,
  campaign,
}) => {
  const ids = ["a", "b"].map((end) => `${campaign}-${end}`);
  const records: Records = Object.fromEntries(
    ids.map((id) => [`campaigns/${id}`, { id, name: `Autumn ${id.slice(-1)}`, status: "paused", ...counts }]),
  );
  answerFrom(stage.platform, records);
  const page = await onStage("campaign_manager");
  const colleague = await onStage("admin");
  for (const id of ids) {
    await page.goto(`/campaigns/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Autumn/);
  }
  await page.goto("/campaigns");
  await page.getByRole("searchbox", { name: "Name or ID" }).fill(campaign);
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select all rows shown" }).check();
  await page.getByRole("button", { name: "Resume 2 paused…" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Resume 2 campaigns" })).toBeEnabled();
  await sendAs(colleague, `campaigns/${ids[1]}/cancel`);
  await colleague.goto(`/campaigns/${ids[1]}`);
  await expect(question).toContainText("Autumn b: left out. The campaign has ended.");
  await question.getByRole("button", { name: "Resume Autumn a" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Autumn a was resumed");
  const sends = stage.platform.seen.filter(({ method, url }) => method === "POST" && url.endsWith("/resume"));
  expect(sends.map(({ url }) => url)).toEqual([`/v1/campaigns/${ids[0]}/resume`]);
});

test("follows a tool, a workflow and a call while a question about them is open", async ({
  stage,
  onStage,
  campaign,
}) => {
  const records: Records = {
    [`tools/t-${campaign}`]: { id: `t-${campaign}`, name: "send_form" },
    [`workflows/w-${campaign}`]: {
      ...{ id: `w-${campaign}`, name: "Intake", status: "draft", version: 8, published_version: 7 },
      ...{ has_unpublished_changes: true, nodes: [{ id: "a", type: "say", name: "Hello" }] },
    },
    [`calls/k-${campaign}`]: { id: `k-${campaign}`, status: "in-progress", started_at: "2026-11-29T08:00:00Z" },
  };
  answerFrom(stage.platform, records);
  const page = await onStage("admin", { expects: /status of 404/ });
  const colleague = await onStage("admin");
  const question = page.getByRole("alertdialog");

  await test.step("a tool that is deleted", async () => {
    await page.goto(`/tools/t-${campaign}?ask=delete`);
    await question.getByRole("textbox").fill("send_form");
    const confirm = question.getByRole("button", { name: "Delete tool" });
    await expect(confirm).toBeEnabled();
    await sendAs(colleague, `tools/t-${campaign}`, "DELETE");
    await expect(question).toContainText("The platform no longer has this record.");
    await expect(confirm).toBeDisabled();
  });

  await test.step("a workflow that is published", async () => {
    await page.goto(`/workflows/w-${campaign}?ask=publish`);
    const confirm = question.getByRole("button", { name: "Publish" });
    await expect(confirm).toBeEnabled();
    await sendAs(colleague, `workflows/w-${campaign}/publish`);
    await expect(question).toContainText("This version is already published.");
    await expect(confirm).toBeDisabled();
  });

  await test.step("a call that ends", async () => {
    await page.goto(`/calls/k-${campaign}?ask=end`);
    const confirm = question.getByRole("button", { name: "End the call" });
    await expect(confirm).toBeEnabled();
    await sendAs(colleague, `calls/k-${campaign}/end`);
    await expect(question).toContainText("The call has already ended.");
    await expect(confirm).toBeDisabled();
  });
});
