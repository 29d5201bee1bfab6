import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { freshGateway, shortAnswerMs } from "@/lib/testing/fresh-gateway";

const fixture = await freshGateway({ answerMs: shortAnswerMs });
const list = (rows: number) => ({
  success: true,
  data: Array.from({ length: rows }, (_, row) => ({
    id: `webhook_${row}`,
    url: "https://a.example",
    status: "active",
  })),
});

/** Uses Node's client, which does not decompress. */
async function requestPath(path: string, options: { accepts?: string; method?: string; rows?: number }) {
  const { accepts = "gzip, deflate, br", method = "GET", rows = 200 } = options;
  fixture.platform.answer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(list(rows)));
  });
  const sending = httpRequest(fixture.origin + path, {
    method,
    headers: {
      cookie: fixture.cookies.admin,
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

test("compresses a read as the browser accepts it, with the same headers", async () => {
  const plain = await requestPath("/api/v1/webhooks", { accepts: "identity" });
  const br = await requestPath("/api/v1/webhooks", {});
  const gzip = await requestPath("/api/v1/webhooks", { accepts: "gzip" });
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

test("compresses a large read that a worker thread parsed", async () => {
  const { bytes, encoding } = await requestPath("/api/v1/webhooks", { rows: 6_000 });
  expect(encoding).toBe("br");
  expect(JSON.parse(brotliDecompressSync(bytes).toString()).raw.data).toHaveLength(6_000);
});

test("does not compress short answers, sends, HEAD or errors", async () => {
  expect(await requestPath("/api/v1/webhooks", { rows: 2 })).toMatchObject({ status: 200, encoding: undefined });
  const sent = await requestPath("/api/v1/campaigns/c1/pause", { method: "POST" });
  expect(sent).toMatchObject({ status: 200, encoding: undefined });
  expect(sent.bytes.length).toBeGreaterThan(1024);
  expect(await requestPath("/api/v1/webhooks", { method: "HEAD" })).toMatchObject({
    encoding: undefined,
    bytes: { length: 0 },
  });
  expect((await requestPath("/api/v1/nothing", {})).encoding).toBe(undefined);
});
