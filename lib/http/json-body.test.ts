import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { jsonBody } from "./json-body";

/** Reads a request whose sender announces 40 bytes, sends only `sent` and then waits or leaves. */
async function readBody(sent: string, { leaves = false, withinMs = timeoutMs(10_000) } = {}) {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const sender = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sender.write(`POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 40\r\n\r\n${sent}`);
  const [request] = await once(server, "request");
  const body = jsonBody(request, { largestBytes: 30, withinMs });
  if (leaves) sender.destroy();
  return body
    .catch((error: unknown) => error)
    .finally(() => {
      sender.destroy();
      server.close();
    });
}

test("refuses with 408 when the body stalls", async () => {
  expect(await readBody('{"name":', { withinMs: 20 })).toMatchObject({ status: 408, outcome: "refused" });
});

test("refuses as bad input when the sender disconnects", async () => {
  expect(await readBody('{"name":', { leaves: true })).toMatchObject({ code: "bad_input", outcome: "refused" });
});

test("refuses a body that is too long before its end", async () => {
  expect(await readBody("x".repeat(31))).toMatchObject({ code: "too_large", outcome: "refused" });
});
