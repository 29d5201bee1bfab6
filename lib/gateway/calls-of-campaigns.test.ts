import { beforeEach, expect, test } from "vitest";
import { foundCallTable } from "@/lib/db/console/tables/inbox";
import { json } from "@/lib/testing/fault-replies";
import { freshGateway } from "@/lib/testing/fresh-gateway";

const { ask, database, platform } = await freshGateway();

beforeEach(async () => {
  await platform.reset();
});

const serve = (record: Record<string, unknown>) =>
  platform.answer((request, response) =>
    json(200, { success: true, data: request.method === "GET" ? record : { status: "ended" } })(request, response),
  );
const end = (role: "campaign_manager" | "support", call_id: string) =>
  ask(role, "POST", `/api/v1/calls/${call_id}/end`, { headers: { "content-type": "application/json" }, body: "{}" });
const posts = () => platform.seen.filter(({ method }) => method === "POST");

const storeCall = (ref: string, isCampaignByUpload: boolean) => {
  const times = { at: new Date(), firstEventAt: new Date(), lastEventAt: new Date() };
  const call = { accountId: "", ref, campaignRef: "c1", isCampaignByUpload, isOver: false, events: 1, ...times };
  return database.db.insert(foundCallTable).values(call);
};

test("lets a campaign manager end a call when the platform says that a campaign made it", async () => {
  serve({ id: "x1", campaign_id: "c1" });
  expect(await end("campaign_manager", "x1")).toMatchObject({ status: 200 });
});

test("lets a campaign manager end a call when its events name a campaign", async () => {
  serve({ id: "x2" });
  await storeCall("x2", false);
  expect(await end("campaign_manager", "x2")).toMatchObject({ status: 200 });
});

test("lets no campaign manager end a call when nothing but its number tells of a campaign", async () => {
  serve({ id: "x3", campaign_id: null });
  await storeCall("x3", true);
  expect(await end("campaign_manager", "x3")).toMatchObject({
    status: 403,
    json: {
      detail: "This call names no campaign. Admins and support can end it. Nothing was sent.",
      outcome: "refused",
    },
  });
  expect(posts()).toEqual([]);
});

test("lets support end a call that names no campaign, without reading it first", async () => {
  serve({ id: "x4" });
  expect(await end("support", "x4")).toMatchObject({ status: 200 });
  expect(platform.seen.map(({ method }) => method)).toEqual(["POST"]);
});

test("ends nothing for a campaign manager when the call could not be read", async () => {
  platform.suffer("500", ({ method }) => method === "GET");
  const answer = await end("campaign_manager", "x5");
  expect(answer.json).toMatchObject({ outcome: "refused" });
  expect(answer.json.detail).toMatch(/^The call could not be read\. Nothing was sent\./);
  expect(posts()).toEqual([]);
});
