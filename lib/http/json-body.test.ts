import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { jsonBody } from "./json-body";

/** What the body of one request is read as; the sender says so much of 40 bytes, and may leave then. */
async function readOf(said: string, { leaves = false, withinMs = timeoutMs(10_000) } = {}) {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const sender = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sender.write(`POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 40\r\n\r\n${said}`);
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

test("a body that stops on its way is not waited for", async () => {
  expect(await readOf('{"name":', { withinMs: 20 })).toMatchObject({ status: 408, outcome: "refused" });
});

test("a sender that leaves in the middle is no fault of ours", async () => {
  expect(await readOf('{"name":', { leaves: true })).toMatchObject({ code: "bad_input", outcome: "refused" });
});

test("a body that is too long is refused before its end", async () => {
  expect(await readOf("x".repeat(31))).toMatchObject({ code: "too_large", outcome: "refused" });
});
