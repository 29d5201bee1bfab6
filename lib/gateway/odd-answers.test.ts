import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiOperations } from "@/lib/contract/api";
import { getAssistant } from "@/lib/contract/api/assistants";
import { startCampaign } from "@/lib/contract/api/campaigns";
import { isWrite, type Operation, placeholdersOf } from "@/lib/contract/operation";
import { type FaultUpstream, startFaultUpstream } from "@/lib/testing/fault-upstream";
import { healthyPlatform } from "@/lib/testing/healthy-platform";
import { Upstream } from "./upstream";

let platform: FaultUpstream;
let upstream: Upstream;

beforeAll(async () => {
  platform = await startFaultUpstream(healthyPlatform);
});
beforeEach(async () => {
  await platform.reset();
  upstream = new Upstream({ baseUrl: platform.baseUrl, key: "vap_secret_0123456789" });
});
afterEach(() => upstream.close());
afterAll(() => platform.close());

const ask = (op: Operation, input: Record<string, unknown>) =>
  upstream.request(op, input, { requestId: "r-12345678" }).catch((error: unknown) => error);

test("neither retries a 501 nor counts it as an outage", async () => {
  platform.answer((_request, response) => void response.writeHead(501, { "content-type": "application/json" }).end());
  for (let read = 0; read < 6; read += 1)
    expect(await ask(getAssistant, { assistant_id: "a" })).toMatchObject({ upstream: { status: 501 } });
  expect(platform.seen).toHaveLength(6);
  await platform.reset();
  expect(await ask(startCampaign, { campaign_id: "c" })).toMatchObject({ status: 200 });
});

test("does not retry a fault with Retry-After", async () => {
  platform.answer((_request, response) => {
    response.writeHead(503, { "content-type": "application/json", "retry-after": "7" }).end('{"error":"maintenance"}');
  });
  const problem = await ask(getAssistant, { assistant_id: "a" });
  expect(problem).toMatchObject({ code: "upstream-fault", status: 502, retryAfterSeconds: 7 });
  expect(platform.seen).toHaveLength(1);
});

test.each([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
])("decompresses an unrequested %s answer", async (encoding, pack) => {
  const body = JSON.stringify({ success: true, data: { id: "packed", note: "ü".repeat(200_000) } });
  platform.answer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding }).end(pack(body));
  });
  expect(await ask(getAssistant, { assistant_id: "a" })).toMatchObject({
    status: 200,
    raw: { data: { id: "packed" } },
  });
});

test("reports a decompression bomb as too large and invalid gzip as unreadable", async () => {
  const answered = (body: Buffer) => {
    platform.answer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(body);
    });
    return ask(getAssistant, { assistant_id: "a" });
  };
  expect(await answered(gzipSync(Buffer.alloc(64 * 1024 * 1024)))).toMatchObject({ code: "upstream-too-large" });
  expect(await answered(Buffer.from("{}"))).toMatchObject({
    code: "upstream-unreadable",
    message: expect.stringContaining("compressed"),
  });
});

test.each([
  ["as JSend has an error", { status: "error", message: "No credit left", code: 17 }, "No credit left"],
  ["as JSend has a failure", { status: "fail", data: { title: "A title is required" } }, undefined],
  ["by its status and an error", { status: "error", error: "No credit left" }, "No credit left"],
  ["by an ok that is false", { ok: false, error: "No credit left" }, "No credit left"],
  ["as an error and nothing else", { error: { message: "No credit left" }, request_id: "r" }, "No credit left"],
])("reports a 200 that says %s that it failed as refused", async (_how, answer, message) => {
  platform.answer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  const problem = await ask(startCampaign, { campaign_id: "c" });
  expect(problem).toMatchObject({ code: "upstream-refused", outcome: "refused", upstream: { message } });
});

test.each([
  { status: "error" },
  { status: "error", message: "No carrier", id: "c" },
  { status: "failed", message: "No carrier" },
  { ok: false, id: "c" },
  { ok: true, error: "none" },
])("accepts a record whose own fields look like an error: %j", async (record) => {
  platform.answer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(record));
  });
  expect(await ask(getAssistant, { assistant_id: "a" })).toMatchObject({ raw: record });
});

test.each([20_000, 200_000])(
  "reports an answer nested %i levels deep as unreadable, not as an outage",
  async (levels) => {
    const text = `{"success":true,"data":{"name":${"[".repeat(levels)}${"]".repeat(levels)}}}`;
    platform.answer(
      (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end(text),
    );
    for (let read = 0; read < 6; read += 1)
      expect(await ask(getAssistant, { assistant_id: "a" })).toMatchObject({
        code: "upstream-unreadable",
        status: 502,
      });
    expect(platform.seen).toHaveLength(6);
    expect(await ask(startCampaign, { campaign_id: "c" })).toMatchObject({
      code: "upstream-unreadable",
      outcome: "unknown",
    });
  },
);

const emptyAnswers = [
  ["204", 204, undefined],
  ["an empty 200", 200, undefined],
  ["an empty 202", 202, undefined],
  ["a 200 of blanks", 200, "\n "],
] as const;

describe.each(emptyAnswers)("%s", (_how, status, body) => {
  beforeEach(() => platform.answer((_request, response) => void response.writeHead(status).end(body)));

  test.each(apiOperations.filter((op) => isWrite(op) && op.body !== "file").map((op) => [op.id, op] as const))(
    "is taken as success of %s",
    async (_id, op) => {
      const answer = await ask(op, Object.fromEntries(placeholdersOf(op).map((name) => [name, "a"])));
      expect(answer).toMatchObject({ status, raw: null, drift: [] });
    },
  );

  test.each(apiOperations.filter((op) => !isWrite(op)).map((op) => [op.id, op] as const))(
    "is a fault of %s",
    async (_id, op) => {
      const answer = await ask(op, Object.fromEntries(placeholdersOf(op).map((name) => [name, "a"])));
      expect(answer).toMatchObject({ code: "upstream-unreadable", message: "The platform's answer is empty." });
    },
  );
});
