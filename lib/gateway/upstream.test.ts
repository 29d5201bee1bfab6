import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { getAssistant } from "@/lib/contract/api/assistants";
import { getCampaign, startCampaign, uploadContacts } from "@/lib/contract/api/campaigns";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { type FaultUpstream, startFaultUpstream } from "@/lib/testing/fault-upstream";
import { faults } from "@/lib/testing/faults";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { Upstream } from "./upstream";

const key = "vap_secret_0123456789";
const limits = {
  connectMs: timeoutMs(1_000),
  headersMs: timeoutMs(600),
  wholeMs: timeoutMs(900),
  stalledMs: timeoutMs(900),
};
let platform: FaultUpstream;
let upstream: Upstream;

beforeAll(async () => {
  platform = await startFaultUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"success":true,"message":"done","data":{"id":"x"}}');
  });
});
afterAll(() => platform.close());
afterEach(() => upstream.close());

const openUpstream = () => {
  upstream = new Upstream({ baseUrl: platform.baseUrl, key, limits });
};
const ask = (op: Operation, input: Record<string, unknown>) =>
  upstream.request(op, input, { requestId: "r-12345678" }).catch((error: unknown) => error);

describe.each(Object.entries(faults))("with the fault %s", (name, fault) => {
  test(`answers a read with ${fault.read}`, async () => {
    openUpstream();
    platform.suffer(name);
    platform.seen.length = 0;
    const problem = await ask(getAssistant, { assistant_id: "a" });
    if (fault.read === "ok") {
      expect(problem).toMatchObject({ status: 200 });
      return;
    }
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({ code: fault.read, status: fault.status, outcome: undefined });
    const isPassing = fault.status === 502 && /cut|fault/.test(fault.read);
    expect(platform.seen).toHaveLength(isPassing ? 3 : 1);
  });

  test(`reports "${fault.send}" for a send and sends it once`, async () => {
    openUpstream();
    platform.suffer(name);
    platform.seen.length = 0;
    const answer = await ask(startCampaign, { campaign_id: "c" });
    if (fault.send === "ok") expect(answer).toMatchObject({ status: 200 });
    else expect(answer).toMatchObject({ outcome: fault.send, status: fault.status });
    expect(platform.seen).toHaveLength(1);
  });

  const expected = fault.upload ?? fault.send;
  test(`reports "${expected}" for an upload and sends it once`, async () => {
    openUpstream();
    platform.suffer(name);
    platform.seen.length = 0;
    const list = Buffer.from("phone_number\r\n+12125550142\r\n");
    const file = {
      stream: Readable.from([list]),
      contentType: "text/csv",
      contentLength: list.length,
      isBrokenOff: () => false,
    };
    const answer = await upstream
      .request(uploadContacts, { campaign_id: "c" }, { requestId: "r-12345678", file })
      .catch((error: unknown) => error);
    if (expected === "ok") expect(answer).toMatchObject({ status: 200 });
    else expect(answer).toMatchObject({ outcome: expected, status: fault.status });
    expect(platform.seen).toHaveLength(1);
  });
});

test("sends the key, a request ID and only our own headers", async () => {
  openUpstream();
  platform.suffer(undefined);
  platform.seen.length = 0;
  await ask(getCampaign, { campaign_id: "a/b ..#?%" });
  expect(platform.seen[0]?.url).toBe("/v1/campaigns/a%2Fb%20..%23%3F%25");
  expect(Object.keys(platform.seen[0]?.headers ?? {}).sort()).toEqual(
    ["accept", "accept-encoding", "authorization", "connection", "host", "user-agent", "x-request-id"].sort(),
  );
  expect(platform.seen[0]?.headers.authorization).toBe(`Bearer ${key}`);
});

test("removes the key from an answer that echoes it in any encoding", async () => {
  openUpstream();
  const forms = [
    key,
    Buffer.from(key).toString("base64"),
    Buffer.from(key).toString("hex"),
    Buffer.from(`a:${key}`).toString("base64"),
  ];
  platform.answer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data: { id: "x", forms } }));
  });
  const answer = await upstream.request(getCampaign, { campaign_id: "c" }, { requestId: "r-12345678" });
  for (const form of [key, Buffer.from(key).toString("base64").slice(0, 24), Buffer.from(key).toString("hex")])
    expect(answer.text).not.toContain(form);
  expect(answer.text).toContain("[key]");
});

test("opens the circuit breaker after five outages in a row, and recovers", async () => {
  openUpstream();
  platform.answer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"success":true,"data":{"id":"x"}}');
  });
  await platform.die();
  for (let read = 0; read < 5; read += 1) await ask(getCampaign, { campaign_id: "c" });
  expect(await ask(startCampaign, { campaign_id: "c" })).toMatchObject({
    code: "upstream-resting",
    outcome: "refused",
    message: "No connection to the platform could be made. This was not sent. Try again in a moment.",
  });
  await platform.revive();
  await expect.poll(() => ask(getCampaign, { campaign_id: "c" })).toMatchObject({ status: 200 });
});

test("ends the platform's last message with a full stop before our own sentence", async () => {
  openUpstream();
  platform.suffer("503");
  for (let read = 0; read < 5; read += 1) await ask(getCampaign, { campaign_id: "c" });
  const resting = [await ask(getCampaign, { campaign_id: "c" }), await ask(startCampaign, { campaign_id: "c" })];
  expect(resting).toMatchObject([
    { message: "maintenance. Switchboard tries again by itself in a moment." },
    { message: "maintenance. This was not sent. Try again in a moment." },
  ]);
  platform.suffer(undefined);
});

test("keeps the path of the base URL and does not double its /v1", async () => {
  upstream = new Upstream({ baseUrl: `${platform.baseUrl}/voice/v1/`, key, limits });
  platform.seen.length = 0;
  await ask(getCampaign, { campaign_id: "c" });
  expect(platform.seen[0]?.url).toBe("/voice/v1/campaigns/c");
});

test("refuses a send that gets no connection in time, and does not count it as an outage", async () => {
  upstream = new Upstream({ baseUrl: platform.baseUrl, key, limits: { ...limits, connections: 2, queuedMs: 100 } });
  platform.suffer("hang-before", ({ url }) => url?.includes("/hung/") ?? false);
  platform.seen.length = 0;
  const hung = [1, 2].map(() => ask(startCampaign, { campaign_id: "hung" }));
  const waiting = await Promise.all(
    ["one", "two", "three", "four"].map((id) => ask(startCampaign, { campaign_id: id })),
  );
  for (const problem of waiting) expect(problem).toMatchObject({ code: "busy", outcome: "refused" });
  for (const problem of await Promise.all(hung)) expect(problem).toMatchObject({ outcome: "unknown" });
  platform.suffer(undefined);
  expect(await ask(startCampaign, { campaign_id: "later" })).toMatchObject({ status: 200 });
  expect(platform.seen.map(({ url }) => url.split("/")[3])).toEqual(["hung", "hung", "later"]);
});

test("ends a read at once when it is aborted while it waits for a connection", async () => {
  upstream = new Upstream({ baseUrl: platform.baseUrl, key, limits: { ...limits, connections: 1 } });
  platform.suffer("hang-before", ({ url }) => url?.endsWith("/hung") ?? false);
  const hung = ask(getCampaign, { campaign_id: "hung" });
  const abort = new AbortController();
  let isOver = false;
  const aborted = upstream
    .request(getCampaign, { campaign_id: "c" }, { requestId: "r-12345678", signal: abort.signal })
    .catch(() => {
      isOver = true;
    });
  abort.abort();
  await Promise.race([aborted, hung]);
  expect(isOver).toBe(true);
  await hung;
});

const lowPriority = { requestId: "r-12345678", isLowPriority: true };

test("whenIdle resolves once no person's request is in flight", async () => {
  openUpstream();
  platform.suffer(undefined);
  platform.seen.length = 0;
  const heldAnswers = new Set<() => void>();
  platform.answer(({ url }, response) => {
    const answer = () => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"success":true,"data":{"id":"x"}}');
    };
    if (url?.endsWith("/held")) heldAnswers.add(answer);
    else answer();
  });
  const person = ask(getCampaign, { campaign_id: "held" });
  await expect.poll(() => heldAnswers.size).toBe(1);
  let isIdle = false;
  const whenIdle = upstream.whenIdle().then(() => {
    isIdle = true;
  });
  expect(await ask(getAssistant, { assistant_id: "a" })).toMatchObject({ status: 200 });
  expect(isIdle).toBe(false);
  for (const answer of heldAnswers) answer();
  expect(await person).toMatchObject({ status: 200 });
  await whenIdle;
});

test("answers a person's read while low-priority reads are large or fail", async () => {
  const ample = { ...limits, headersMs: timeoutMs(10_000), wholeMs: timeoutMs(30_000) };
  upstream = new Upstream({ baseUrl: platform.baseUrl, key, limits: ample });
  const [row] = [
    { id: "11111111-2222-3333-4444-555555555555", webhook_id: "w", event: "call.ended", status: "failed" },
  ];
  const huge = JSON.stringify({ success: true, data: Array.from({ length: 100_000 }, (_, nth) => ({ ...row, nth })) });
  platform.answer(({ url }, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(url?.includes("/webhooks/logs") ? huge : '{"success":true,"data":{"id":"x"}}');
  });
  const collected = upstream.request(listWebhookLogs, {}, lowPriority);
  const large = upstream.request(listWebhookLogs, {}, { requestId: "r-12345678" });
  expect(await ask(getCampaign, { campaign_id: "c" })).toMatchObject({ status: 200 });
  expect((await large).body?.length).toBeGreaterThan(huge.length);
  expect((await collected).body?.length).toBeGreaterThan(huge.length);
  await upstream.close();
  openUpstream();
  for (const fault of ["hang-before", "bad-json", "cut-body"]) {
    platform.suffer(fault, ({ url }) => url?.includes("/webhooks/logs") ?? false);
    platform.seen.length = 0;
    const failed = await Promise.allSettled(
      [1, 2, 3, 4, 5].map(() => upstream.request(listWebhookLogs, {}, lowPriority)),
    );
    expect(failed.every(({ status }) => status === "rejected")).toBe(true);
    expect(platform.seen).toHaveLength(5);
    expect(await ask(getCampaign, { campaign_id: "c" })).toMatchObject({ status: 200 });
  }
  platform.suffer(undefined);
});

test("keeps the circuit open longer for low-priority reads than for people's requests", async () => {
  openUpstream();
  await platform.die();
  for (let read = 0; read < 6; read += 1) {
    await expect(upstream.request(getCampaign, { campaign_id: "c" }, lowPriority)).rejects.toMatchObject({
      code: expect.not.stringMatching("upstream-resting"),
    });
  }
  for (let read = 0; read < 5; read += 1) await ask(getCampaign, { campaign_id: "c" });
  const resting = (problem: unknown) => (problem as Problem).retryAfterSeconds ?? 0;
  const [own, collected] = [
    await ask(getCampaign, { campaign_id: "c" }),
    await upstream.request(getCampaign, { campaign_id: "c" }, lowPriority).catch((error: unknown) => error),
  ];
  expect([own, collected]).toMatchObject([{ code: "upstream-resting" }, { code: "upstream-resting" }]);
  expect(resting(collected)).toBeGreaterThan(resting(own));
  await platform.revive();
});
