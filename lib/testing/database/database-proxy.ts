import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A proxy to a database. After `swallow` its connections stay open but transfer nothing. After `delay`, each message takes longer
 * in both directions. After `cut` it drops and refuses connections, until `mend`.
 */
export async function databaseProxy(databaseUrl: string) {
  const url = new URL(databaseUrl.replace(/^[a-z]+:/, "http:"));
  const directory = url.searchParams.get("host");
  const port = Number(url.port || 5432);
  const sockets: Socket[] = [];
  let delayMs = 0;
  let isCut = false;
  const proxy = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = directory
      ? createConnection(`${directory}/.s.PGSQL.${port}`)
      : createConnection({ host: url.hostname, port });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on("error", () => undefined);
      from.on("data", (bytes) => setTimeout(() => to.write(bytes), delayMs));
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
      for (const socket of sockets) socket.pause();
    },
    cut() {
      isCut = true;
      for (const socket of sockets.splice(0)) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    delay(ms: number) {
      delayMs = ms;
    },
  };
}
