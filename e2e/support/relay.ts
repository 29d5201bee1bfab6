import { connect, createServer, type Socket } from "node:net";
import { freePort } from "./product";

export type Relay = {
  /** The product's address through this relay. */
  origin: string;
  /** Resets open connections. New ones work at once. */
  reset(): void;
  /** Number of forwarded requests of a method. */
  seen(method: string): number;
  /** Drops open connections, and new ones until it is mended. */
  cut(): void;
  mend(): void;
  close(): void;
};

/** A TCP relay between browser and product that can drop connections. */
export async function startRelay(to: string): Promise<Relay> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let isCut = false;
  const heads: string[] = [];
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(port), hostname);
    near.on("data", (bytes: Buffer) => heads.push(bytes.toString("latin1").slice(0, 8)));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const ownPort = await freePort();
  await new Promise<void>((resolve) => server.listen(ownPort, "127.0.0.1", resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${ownPort}`,
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    seen: (method) => heads.filter((head) => head.startsWith(`${method} `)).length,
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    close() {
      server.close();
      drop();
    },
  };
}
