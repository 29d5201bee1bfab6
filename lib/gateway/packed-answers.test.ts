import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { freshGateway } from "./testing";

const at = await freshGateway();
const list = (rows: number) => ({
  success: true,
  data: Array.from({ length: rows }, (_, row) => ({
    id: `webhook_${row}`,
    url: "https://a.example",
    status: "active",
  })),
});

/** By node's own client, which unpacks nothing. */
async function asked(path: string, given: { accepts?: string; method?: string; rows?: number }) {
  const { accepts = "gzip, deflate, br", method = "GET", rows = 200 } = given;
  at.platform.answer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(list(rows)));
  });
  const sending = httpRequest(at.origin + path, {
    method,
    headers: {
      cookie: at.cookies.admin,
      "accept-encoding": accepts,
      "sec-fetch-site": "same-origin",
      "x-switchboard": "1",
    },
  });
  sending.end();
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  const bytes = await buffer(response);
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes,
    encoding: response.headers["content-encoding"],
  };
}

test("a read is sent packed to who takes it, with all that it says about itself", async () => {
  const plain = await asked("/api/v1/webhooks", { accepts: "identity" });
  const br = await asked("/api/v1/webhooks", {});
  const gzip = await asked("/api/v1/webhooks", { accepts: "gzip" });
  expect([plain, br, gzip].map(({ encoding }) => encoding)).toEqual([undefined, "br", "gzip"]);
  expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
  expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
  for (const { status, headers, bytes } of [plain, br, gzip]) {
    expect(status).toBe(200);
    expect(headers).toMatchObject({ vary: "accept-encoding", "x-upstream-status": "200", "cache-control": "no-store" });
    expect(headers["x-read-at"]).toBeDefined();
    expect(headers["x-request-id"]).toBeDefined();
    expect(Number(headers["content-length"])).toBe(bytes.length);
  }
});

test("so is one that was read on a thread of its own", async () => {
  const { bytes, encoding } = await asked("/api/v1/webhooks", { rows: 6_000 });
  expect(encoding).toBe("br");
  expect(JSON.parse(brotliDecompressSync(bytes).toString()).raw.data).toHaveLength(6_000);
});

test("what is short, what was sent and what is no answer stay as they are", async () => {
  expect(await asked("/api/v1/webhooks", { rows: 2 })).toMatchObject({ status: 200, encoding: undefined });
  const sent = await asked("/api/v1/campaigns/c1/start", { method: "POST" });
  expect(sent).toMatchObject({ status: 200, encoding: undefined });
  expect(sent.bytes.length).toBeGreaterThan(1024);
  expect(await asked("/api/v1/webhooks", { method: "HEAD" })).toMatchObject({
    encoding: undefined,
    bytes: { length: 0 },
  });
  expect((await asked("/api/v1/nothing", {})).encoding).toBe(undefined);
});
