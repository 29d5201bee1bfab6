import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { guardedPost } from "./guarded-post";

test("fails when the receiver switches protocols", async () => {
  const server = createServer((socket) => {
    socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const target = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const stopped = new AbortController().signal;
  const posted = guardedPost(target, { headers: {}, body: "{}", mayConnect: undefined, timeoutMs: 1_000, stopped });
  await expect(posted).rejects.toThrow("the connection was cut off");
  server.close();
});
