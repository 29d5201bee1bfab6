import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compress } from "./compress";

const long = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: "Zoë – 名前" })));

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, GZIP;q=0.5", "gzip"],
  ["br; q=0.000, gzip;q=0", undefined],
  ["identity", undefined],
  ["*", undefined],
  ["brotli, x-gzip", undefined],
  ["", undefined],
  [undefined, undefined],
])("answers accept-encoding %s with %s", async (accepted, encoding) => {
  const compressed = await compress(long, accepted);
  expect(compressed.encoding).toBe(encoding);
  const bytes = Buffer.from(compressed.body);
  const read = encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
  expect(read.toString()).toBe(long);
  expect(bytes.length < long.length / 4).toBe(encoding !== undefined);
});

test("does not compress a short body, and compresses bytes like text", async () => {
  expect(await compress("{}", "br")).toEqual({ body: "{}" });
  const bytes = new TextEncoder().encode(long);
  expect(brotliDecompressSync((await compress(bytes, "br")).body).equals(bytes)).toBe(true);
});

test("compresses a large body without blocking the event loop", async () => {
  const large = Buffer.from(long.repeat(600));
  let turns = 0;
  const other = setInterval(() => (turns += 1), 1);
  const { body } = await compress(large, "br");
  clearInterval(other);
  expect(body.length).toBeLessThan(large.length / 10);
  expect(turns).toBeGreaterThan(0);
});
