import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { odd, otherPlatform } from "@/e2e/support/other-upstream";
import type { ConnectionCheck } from "@/lib/contract/console/connection";
import { fernhillKey } from "@/lib/testing/database/seed-database";
import { type FaultUpstream, startFaultUpstream } from "@/lib/testing/fault-upstream";
import { startPlatform } from "@/lib/testing/local-platform";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { examineConnection, outcomeOf } from "./doctor";

const key = "vap_canary_4f9e2d71c0b8";
const limits = { connectMs: timeoutMs(1_000), headersMs: timeoutMs(600), wholeMs: timeoutMs(900) };
const moment = "2026-11-20T06:00:00Z";

const assistant = {
  id: "a1",
  name: "Renewals",
  status: "published",
  organization_id: "o1",
  owner_id: "u1",
  model: { provider: "p", model: "m", temperature: 0.2, max_tokens: 400 },
  voice: { provider: "p", voice_id: "v" },
  transcriber: { provider: "p", model: "m", language: "en" },
  first_message: "Good morning.",
  first_message_mode: "assistant-speaks-first",
  max_duration_seconds: 600,
  created_at: moment,
  updated_at: moment,
};
const answers: Record<string, unknown> = {
  "/v1/phone-numbers": { items: [], total: 0, page: 1, limit: 20 },
  "/v1/phone-numbers/plan-limits": {
    success: true,
    data: {
      max_phone_numbers: 3,
      current_count: 0,
      is_allowed: true,
      plan_name: "Growth",
      pricing: { phone_buy_fee: "1", phone_monthly_fee: "2", min_credit_balance: "3", currency: "EUR" },
      current_balance: "10",
      localized_balance: "10",
      localized_currency: "EUR",
    },
  },
  "/v1/integrations/server-credentials": { success: true, data: [], total: 0, limit: 20, skip: 0 },
  "/v1/webhooks": { success: true, data: [] },
  "/v1/webhooks/logs": { success: true, data: [] },
  "/v1/assistants/a1": { success: true, data: assistant },
};

let platform: FaultUpstream;
let currentAnswers: typeof answers;
let beforeAnswer: (response: ServerResponse) => void;

beforeAll(async () => {
  platform = await startFaultUpstream((request, response) => {
    beforeAnswer(response);
    const hasKey = request.headers.authorization === `Bearer ${key}`;
    response.writeHead(hasKey ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(hasKey ? currentAnswers[request.url ?? ""] : { message: "No key" }));
  });
});
afterAll(() => platform.close());
beforeEach(() => {
  currentAnswers = answers;
  beforeAnswer = () => undefined;
  platform.suffer(undefined);
  platform.seen.length = 0;
});

async function examine(baseUrl = platform.baseUrl, usedKey = key) {
  const checks: ConnectionCheck[] = [];
  for await (const check of examineConnection({ baseUrl, key: usedKey, limits })) checks.push(check);
  expect(JSON.stringify(checks)).not.toContain(usedKey);
  const checkById = (id: string) => checks.find((check) => check.id === id);
  return { checks, checkById: checkById, outcome: outcomeOf(checks) };
}

const rowStatuses = (checks: readonly ConnectionCheck[]) => checks.map(({ id, outcome }) => `${id} ${outcome}`);

test("reports a healthy connection as well, with the reads that it skipped", async () => {
  const { checks, outcome } = await examine();
  expect(outcome).toBe("well");
  expect(rowStatuses(checks)).toEqual([
    "address ok",
    "connection ok",
    "certificate skipped",
    "clock ok",
    "key ok",
    "phone-numbers.list ok",
    "phone-numbers.plan_limits ok",
    "credentials.list ok",
    "webhooks.list ok",
    "webhooks.logs ok",
    "assistants.get skipped",
    "credentials.get skipped",
    "rest skipped",
  ]);
  expect(new Set(platform.seen.map(({ method }) => method))).toEqual(new Set(["GET"]));
});

test("reports a reset connection when the server switches protocols", async () => {
  const server = createServer((socket) => {
    socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { checkById } = await examine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(checkById("connection")).toMatchObject({ outcome: "fault", notes: ["ECONNRESET"] });
  server.close();
});

test("sends the first request without the key, and all others with it", async () => {
  await examine();
  const [first, ...rest] = platform.seen;
  expect(first?.headers.authorization).toBeUndefined();
  expect(rest.every(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
});

test("takes identifiers for single reads from the lists", async () => {
  const items = [{ assistant_id: null }, { assistant_id: "a1" }];
  currentAnswers = { ...answers, "/v1/phone-numbers": { items, total: 2, page: 1, limit: 20 } };
  const { checkById } = await examine();
  expect(checkById("assistants.get")).toMatchObject({ outcome: "ok", probe: { status: 200 } });
});

test("reports an unusable connection when the key is refused", async () => {
  const { checkById, outcome } = await examine(platform.baseUrl, "vap_wrong_000000");
  expect(outcome).toBe("unusable");
  expect(checkById("key")).toMatchObject({
    outcome: "fault",
    notes: ["answered 401: No key"],
  });
});

test("warns about the key when only one read refuses it", async () => {
  platform.suffer("403", ({ url }) => url === "/v1/webhooks/logs");
  const { checkById, outcome } = await examine();
  expect(outcome).toBe("look");
  expect(checkById("key")).toMatchObject({ outcome: "look", notes: ["GET /v1/webhooks/logs answered 403"] });
});

test("warns when the API needs no key", async () => {
  platform.suffer(undefined);
  const open = await startFaultUpstream((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answers[request.url ?? ""]));
  });
  expect((await examine(open.baseUrl)).checkById("key")?.outcome).toBe("look");
  await open.close();
});

test("reports a redirect with its target", async () => {
  platform.suffer("redirect");
  const { checkById, outcome } = await examine();
  expect(outcome).toBe("unusable");
  expect(checkById("redirect")).toMatchObject({
    outcome: "fault",
    message: expect.stringContaining("to http://127.0.0.1:9/elsewhere"),
  });
});

test.each(["html-200", "html-500", "504"])("reports an HTML page by its title (%s)", async (fault) => {
  platform.suffer(fault);
  const { checkById, outcome } = await examine();
  expect(outcome).toBe("unusable");
  expect(checkById("page")).toMatchObject({ outcome: "fault", message: expect.stringContaining("502 Bad Gateway") });
});

test.each([
  [-3_600_000, "1 h behind"],
  [5_400_000, "1 h 30 min ahead of"],
])("warns when the clock is %d ms off", async (offMs, words) => {
  beforeAnswer = (response) => response.setHeader("date", new Date(Date.now() + offMs).toUTCString());
  const { checkById, outcome } = await examine();
  expect(outcome).toBe("look");
  expect(checkById("clock")).toMatchObject({ outcome: "look", message: expect.stringContaining(words) });
});

test("describes drift in words, missing fields before new ones", async () => {
  const { is_allowed: _, ...rest } = (answers["/v1/phone-numbers/plan-limits"] as { data: Record<string, unknown> })
    .data;
  currentAnswers = { ...answers, "/v1/phone-numbers/plan-limits": { success: true, data: { colour: "red", ...rest } } };
  const { checkById, outcome } = await examine();
  expect(outcome).toBe("look");
  expect(checkById("phone-numbers.plan_limits")).toMatchObject({
    outcome: "look",
    notes: [
      "data.is_allowed was not sent. The API documentation lists it.",
      "data.colour was string red. The API documentation does not list this field.",
    ],
  });
});

test("notes unlisted fields without a warning", async () => {
  currentAnswers = { ...answers, "/v1/webhooks": { success: true, data: [], next: null } };
  const { checkById, outcome } = await examine();
  expect(outcome).toBe("well");
  expect(checkById("webhooks.list")).toMatchObject({ outcome: "ok", notes: [expect.stringContaining("next")] });
});

test("reports a usable connection when one read fails", async () => {
  platform.suffer("500", ({ url }) => url === "/v1/webhooks");
  const { checkById, outcome } = await examine();
  expect(outcome).toBe("look");
  expect(checkById("webhooks.list")).toMatchObject({ outcome: "fault", message: "boom" });
});

test("tries no read when nothing listens at the address", async () => {
  await platform.die();
  const { checks, checkById, outcome } = await examine();
  await platform.revive();
  expect(outcome).toBe("unusable");
  expect(checkById("connection")).toMatchObject({ outcome: "fault", notes: ["ECONNREFUSED"] });
  expect(checks.length).toBe(3);
});

test("reports a timeout when the platform never answers", async () => {
  platform.suffer("hang-before");
  const { checkById, outcome } = await examine();
  expect(outcome).toBe("unusable");
  expect(checkById("connection")).toMatchObject({ outcome: "fault", notes: ["ETIMEDOUT"] });
});

test.each(["169.254.169.254", "[fe80::1]", "[::ffff:169.254.169.254]"])("does not connect to %s", async (host) => {
  const checks: ConnectionCheck[] = [];
  for await (const check of examineConnection({ baseUrl: `http://${host}`, key, limits })) checks.push(check);
  expect(outcomeOf(checks)).toBe("unusable");
  expect(checks.find(({ outcome }) => outcome === "fault")?.message).toContain("link-local address");
});

test("reports a fault of the address when the host name does not resolve", async () => {
  const { checkById, outcome } = await examine("https://voice-api.invalid");
  expect(outcome).toBe("unusable");
  expect(checkById("address")).toMatchObject({
    outcome: "fault",
    message: expect.stringContaining("voice-api.invalid"),
  });
});

test("reports a platform with another API style as usable, with warnings", async () => {
  const other = await startFaultUpstream(otherPlatform);
  const { checkById, outcome } = await examine(other.baseUrl);
  await other.close();
  expect(outcome).toBe("look");
  expect(checkById("assistants.get")?.probe?.status).toBe(200);
  expect(checkById("credentials.get")?.probe?.path).not.toContain(odd.credential);
});

test("reports the local platform as well", async () => {
  const { address } = await startPlatform();
  const { checks, outcome } = await examine(address, fernhillKey);
  expect(checks.filter(({ outcome }) => outcome === "look" || outcome === "fault")).toEqual([]);
  expect(outcome).toBe("well");
});
