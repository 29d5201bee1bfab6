import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "./listen";
import { freshDatabase } from "./testing";

/** A way to a database whose connections can be swallowed: they stay open, and nothing comes through them. */
async function swallowingProxy(databaseUrl: string) {
  const url = new URL(databaseUrl.replace(/^[a-z]+:/, "http:"));
  const directory = url.searchParams.get("host");
  const port = Number(url.port || 5432);
  const sockets: Socket[] = [];
  const proxy = createServer((near) => {
    const far = directory
      ? createConnection(`${directory}/.s.PGSQL.${port}`)
      : createConnection({ host: url.hostname, port });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("error", () => undefined);
      from.pipe(to);
      sockets.push(from);
    }
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const { port: own } = proxy.address() as AddressInfo;
  return {
    url: `postgresql://${url.username}:${url.password}@127.0.0.1:${own}${url.pathname}`,
    swallow() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

test("a connection that the network swallowed without closing it is replaced", async () => {
  const { url, pool } = await freshDatabase();
  const proxy = await swallowingProxy(url);
  const heard: string[] = [];
  const listener = listen(
    { url: proxy.url, pool },
    {
      channel: "test",
      onUp: () => heard.push("up"),
      onMessage: (message) => heard.push(message),
      onDown: () => heard.push("down"),
    },
  );
  onTestFinished(listener.close);
  await expect.poll(() => heard).toEqual(["up"]);
  proxy.swallow();
  await pool.query("select pg_notify('test', 'swallowed')");
  await expect.poll(() => heard).toEqual(["up", "down", "up"]);
  await pool.query("select pg_notify('test', 'heard')");
  await expect.poll(() => heard).toEqual(["up", "down", "up", "heard"]);
});
