import { beforeEach, expect, test } from "vitest";
import { json } from "@/lib/testing/fault-replies";
import { freshGateway } from "@/lib/testing/fresh-gateway";

const { ask, platform } = await freshGateway();

beforeEach(async () => {
  await platform.reset();
});

const serve = (record: Record<string, unknown>) =>
  platform.answer((request, response) =>
    json(200, {
      success: true,
      ...(request.method === "GET" ? { data: { id: "c", ...record } } : { message: "Done" }),
    })(request, response),
  );
const send = (path: string, input?: Record<string, unknown>) =>
  ask("campaign_manager", "POST", path, {
    headers: { "content-type": "application/json" },
    ...(input ? { body: JSON.stringify(input) } : {}),
  });
const start = (confirmed_people?: number) =>
  send("/api/v1/campaigns/c/start", confirmed_people === undefined ? undefined : { confirmed_people });
const posts = () => platform.seen.filter(({ method }) => method === "POST");

test("refuses to start a campaign when more people are waiting than were confirmed", async () => {
  serve({ total_contacts: 1_204, pending_contacts: 1_204 });
  expect(await start(286)).toMatchObject({
    status: 409,
    json: { detail: "1,204 people are waiting now, you confirmed 286. Nothing was sent.", outcome: "refused" },
  });
  expect(posts()).toEqual([]);
});

test("refuses to start a campaign of many people when their number was not confirmed", async () => {
  serve({ total_contacts: 1_204, pending_contacts: 1_001 });
  expect((await start()).json.detail).toBe(
    "1,001 people are waiting, and their number was not confirmed. Nothing was sent.",
  );
  serve({ total_contacts: 1_204, pending_contacts: 1_000 });
  expect(await start()).toMatchObject({ status: 200 });
  expect(posts()).toHaveLength(1);
});

test("sends the confirmed action without the number, which is not the platform's", async () => {
  serve({ total_contacts: 1_204, pending_contacts: 1_204 });
  expect(await start(1_204)).toMatchObject({ status: 200 });
  expect(posts()).toMatchObject([{ url: "/v1/campaigns/c/start", bytes: 0 }]);
});

test("does not judge a campaign whose record gives no number of people", async () => {
  serve({ status: "paused" });
  expect(await start()).toMatchObject({ status: 200 });
  expect(await start(3)).toMatchObject({ status: 200 });
});

test("leaves it to the platform to refuse a campaign that it does not have", async () => {
  platform.suffer("404", ({ method }) => method === "GET");
  expect(await start()).toMatchObject({ status: 200 });
});

test.each(["500", "429"])("sends nothing when the campaign could not be read because of %s", async (fault) => {
  platform.suffer(fault, ({ method }) => method === "GET");
  const answer = await start(1);
  expect(answer.json).toMatchObject({ outcome: "refused" });
  expect(answer.json.detail).toMatch(/^The people of the campaign could not be counted\. Nothing was sent\./);
  expect(posts()).toEqual([]);
});

test("refuses several campaigns when one of them has more people than confirmed, and names it", async () => {
  serve({ name: "Winter", total_contacts: 500, pending_contacts: 500 });
  const campaigns = [
    { campaign_id: "c1", confirmed_people: 600 },
    { campaign_id: "c2", confirmed_people: 400 },
  ];
  expect((await send("/api/console/automation/delayed", { action: "start", campaigns })).json.detail).toBe(
    "Winter: 500 people are waiting now, you confirmed 400. Nothing was sent.",
  );
});
