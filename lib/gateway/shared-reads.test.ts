import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { freshGateway, healthy } from "./testing";

let at: Awaited<ReturnType<typeof freshGateway>>;
let announced = 0;

beforeAll(async () => {
  at = await freshGateway();
  at.console.onChangedKeys(() => {
    announced += 1;
  });
});
beforeEach(async () => {
  await at.platform.reset();
  at.platform.answer(healthy);
});

async function change() {
  const before = announced;
  at.console.changed(["campaigns"]);
  await vi.waitFor(() => expect(announced).toBeGreaterThan(before), { timeout: timeoutMs(5_000), interval: 5 });
}

/** What each tab asks for when it hears that campaigns changed. */
const tabRead = (campaign = "c1") =>
  at.ask("campaign_manager", "GET", `/api/v1/campaigns/${campaign}`, { headers: { "x-switchboard-read": "shared" } });

async function requestsOf(tabs: number) {
  at.platform.seen.length = 0;
  for (let round = 0; round < 5; round += 1) {
    await change();
    const answers = await Promise.all(Array.from({ length: tabs }, () => tabRead()));
    expect(answers.every(({ status, json }) => status === 200 && json.raw.data.status === "running")).toBe(true);
  }
  return at.platform.seen.length;
}

test("a hundred tabs that hear of a change ask the platform as often as one", async () => {
  expect(await requestsOf(1)).toBe(5);
  expect(await requestsOf(100)).toBe(5);
});

test("what is asked for after a change is never answered with what was read before it, and says when it was read", async () => {
  await change();
  const first = await tabRead();
  const second = await tabRead();
  expect(second.headers.get("x-read-at")).toBe(first.headers.get("x-read-at"));
  await change();
  await tabRead();
  await tabRead("c2");
  at.console.changed(["campaigns c2"]);
  await vi.waitFor(async () => {
    await tabRead("c2");
    expect(at.platform.seen).toHaveLength(4);
  });
  await tabRead();
  expect(at.platform.seen).toHaveLength(4);
});

test("what a person asks for is always read, and a fault is nobody else's", async () => {
  await change();
  await tabRead();
  await at.ask("campaign_manager", "GET", "/api/v1/campaigns/c1");
  expect(at.platform.seen).toHaveLength(2);
  await change();
  at.platform.suffer("cut-body");
  const asked = at.platform.seen.length;
  expect((await tabRead()).status).toBeGreaterThanOrEqual(500);
  at.platform.suffer(undefined);
  expect((await tabRead()).status).toBe(200);
  expect(at.platform.seen.length).toBeGreaterThan(asked + 1);
});

test("a role that may not read a record is not given what another read", async () => {
  await change();
  const shared = { headers: { "x-switchboard-read": "shared" } };
  expect((await at.ask("support", "GET", "/api/v1/calls/k1", shared)).status).toBe(200);
  expect((await at.ask("campaign_manager", "GET", "/api/v1/calls/k1", shared)).status).toBe(403);
});
