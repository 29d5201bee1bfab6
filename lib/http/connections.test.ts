import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createConnection, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { limitConnections } from "./connections";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serverWith(limits: { perAddress: number; total: number }) {
  const server = createServer((request, response) => {
    if (request.url === "/known") markKnown(request.socket);
    response.end("ok");
  });
  const { markKnown } = limitConnections(server, limits);
  await once(server.listen(0, "127.0.0.1"), "listening");
  closing.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return async (path = "/", from = "127.0.0.1") => {
    const socket = createConnection({ host: "127.0.0.1", port, localAddress: from });
    socket.on("error", () => undefined);
    await answered(socket, path);
    return socket;
  };
}

async function answered(socket: Socket, path = "/") {
  if (socket.closed || socket.destroyed) return false;
  const said = new Promise<string>((resolve) => {
    socket.once("data", (chunk: Buffer) => resolve(String(chunk)));
    socket.once("close", () => resolve(""));
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  return (await said).startsWith("HTTP/1.1 200");
}

test("a newcomer gets in, and the oldest stranger of its address goes", async () => {
  const open = await serverWith({ perAddress: 3, total: 10 });
  const known = await open("/known");
  const strangers = [await open(), await open()];
  const newcomer = await open();
  expect(await answered(newcomer)).toBe(true);
  expect(strangers.map(({ destroyed, readableEnded }) => destroyed || readableEnded)).toEqual([true, false]);
  expect(await answered(known)).toBe(true);
});

test("in all, too, strangers go before those who are known, whatever their address", async () => {
  const open = await serverWith({ perAddress: 10, total: 2 });
  const known = await open("/known");
  const stranger = await open();
  const newcomer = await open("/known");
  expect(await answered(newcomer)).toBe(true);
  expect(await answered(stranger)).toBe(false);
  expect(await answered(known)).toBe(true);
  expect(await answered(await open())).toBe(true);
});
