import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStaticFiles } from "./static-files";

const folder = mkdtempSync(join(tmpdir(), "static-files-"));
const fileTexts = {
  "a.js": "plain",
  "a.js.br": "as br",
  "a.js.gz": "as gzip",
  "font.woff2": "a font",
  "b.css": "all {}",
};

mkdirSync(join(folder, "chunks"));
for (const [name, text] of Object.entries(fileTexts)) writeFileSync(join(folder, "chunks", name), text);
writeFileSync(join(folder, "secret.txt"), "no type that is served");

const files = createStaticFiles(folder, "/files/");
const server = createServer((request, response) => void files(request, response));

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const ask = (path: string, accepted = "", method = "GET") =>
  new Promise<{ status: number | undefined; text: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const headers = { "accept-encoding": accepted };
    request({ port, host: "127.0.0.1", path, method, headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, text, headers: response.headers }));
    })
      .on("error", reject)
      .end();
  });

test.each([
  ["gzip, deflate, br", "as br", "br"],
  ["gzip, deflate", "as gzip", "gzip"],
  ["br;q=0, gzip;q=0", "plain", undefined],
  ["", "plain", undefined],
])("answers accept-encoding %s with %s", async (accepted, text, encoding) => {
  const answer = await ask("/files/chunks/a.js?dpl=1", accepted);
  expect(answer).toMatchObject({ status: 200, text });
  expect(answer.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "content-length": String(text.length),
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
  expect(answer.headers["content-encoding"]).toBe(encoding);
});

test("sends files without a compressed version plain, and no body for HEAD", async () => {
  expect(await ask("/files/chunks/font.woff2", "br")).toMatchObject({
    text: "a font",
    headers: { "content-type": "font/woff2" },
  });
  expect(await ask("/files/chunks/b.css", "br", "HEAD")).toMatchObject({
    text: "",
    headers: { "content-length": "6" },
  });
});

test.each([
  "/files/chunks/none.js",
  "/files/chunks/a.js.br",
  "/files/secret.txt",
  "/files/chunks",
  "/files/../static-files.ts",
  "/files/chunks/../../a.js",
  "/files//chunks/a.js",
  "/chunks/a.js",
])("answers 404 for %s", async (path) => {
  expect(await ask(path, "br")).toMatchObject({ status: 404, text: "Not found." });
});

test("reads a file again after a failed read", async () => {
  const path = join(folder, "chunks", "late.js");
  writeFileSync(path, "late");
  const lateFiles = createStaticFiles(folder, "/files/");
  rmSync(path);
  const request = { url: "/files/chunks/late.js", method: "GET", headers: {} } as IncomingMessage;
  await expect(lateFiles(request, {} as ServerResponse)).rejects.toThrow("ENOENT");
  writeFileSync(path, "there again");
  let sent = "";
  const response = { writeHead: () => response, end: (bytes: Buffer) => (sent = bytes.toString()) };
  await lateFiles(request, response as unknown as ServerResponse);
  expect(sent).toBe("there again");
});
