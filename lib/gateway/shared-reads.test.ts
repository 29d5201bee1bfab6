import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { freshGateway, healthy } from "@/lib/testing/fresh-gateway";
import { timeoutMs } from "@/lib/testing/timeout-ms";

let fixture: Awaited<ReturnType<typeof freshGateway>>;
let announced = 0;

beforeAll(async () => {
  fixture = await freshGateway();
  fixture.console.onChangedKeys(() => {
    announced += 1;
  });
});
beforeEach(async () => {
  await fixture.platform.reset();
  fixture.platform.answer(healthy);
});

async function announceChange() {
  const before = announced;
  fixture.console.changed(["campaigns"]);
  await vi.waitFor(() => expect(announced).toBeGreaterThan(before), { timeout: timeoutMs(5_000), interval: 5 });
}

/** The refetch of one tab after campaigns changed. */
const tabRead = (campaign = "c1") =>
  fixture.ask("campaign_manager", "GET", `/api/v1/campaigns/${campaign}`, {
    headers: { "x-switchboard-read": "shared" },
  });

async function countRequests(tabs: number) {
  fixture.platform.seen.length = 0;
  for (let round = 0; round < 5; round += 1) {
    await announceChange();
    const answers = await Promise.all(Array.from({ length: tabs }, () => tabRead()));
    expect(answers.every(({ status, json }) => status === 200 && json.raw.data.status === "running")).toBe(true);
  }
  return fixture.platform.seen.length;
}

test("sends one request to the platform when a hundred tabs refetch after a change", async () => {
  expect(await countRequests(1)).toBe(5);
  expect(await countRequests(100)).toBe(5);
});

test("never answers a refetch with data from before the change, and reports its age", async () => {
  await announceChange();
  const first = await tabRead();
  const second = await tabRead();
  expect(second.headers.get("x-read-at")).toBe(first.headers.get("x-read-at"));
  await announceChange();
  await tabRead();
  await tabRead("c2");
  fixture.console.changed(["campaigns c2"]);
  await vi.waitFor(async () => {
    await tabRead("c2");
    expect(fixture.platform.seen).toHaveLength(4);
  });
  await tabRead();
  expect(fixture.platform.seen).toHaveLength(4);
});

test("shares neither a person's own read nor a failure", async () => {
  await announceChange();
  await tabRead();
  await fixture.ask("campaign_manager", "GET", "/api/v1/campaigns/c1");
  expect(fixture.platform.seen).toHaveLength(2);
  await announceChange();
  fixture.platform.suffer("cut-body");
  const requestsBefore = fixture.platform.seen.length;
  expect((await tabRead()).status).toBeGreaterThanOrEqual(500);
  fixture.platform.suffer(undefined);
  expect((await tabRead()).status).toBe(200);
  expect(fixture.platform.seen.length).toBeGreaterThan(requestsBefore + 1);
});

test("does not share an answer with a role that is not allowed to read it", async () => {
  await announceChange();
  const shared = { headers: { "x-switchboard-read": "shared" } };
  expect((await fixture.ask("admin", "GET", "/api/v1/tools/k1", shared)).status).toBe(200);
  expect((await fixture.ask("campaign_manager", "GET", "/api/v1/tools/k1", shared)).status).toBe(403);
});
