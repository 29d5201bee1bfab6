import type { Server, Socket } from "node:net";
import { networkOf } from "./client-address";

type Limits = { perAddress: number; total: number };

/**
 * Limits open connections per address and in total. A new connection is always accepted. The oldest connection without
 * a session is closed for it, or the oldest of all if every one has a session.
 */
export function limitConnections(server: Server, { perAddress, total }: Limits) {
  const open = new Set<Socket>();
  const byAddress = new Map<string, Set<Socket>>();
  const withSession = new WeakSet<Socket>();

  server.on("connection", (socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const sameNetwork = byAddress.get(network) ?? new Set();
    byAddress.set(network, sameNetwork);
    if (sameNetwork.size >= perAddress) closeOldest(sameNetwork);
    if (open.size >= total) closeOldest(open);
    open.add(socket);
    sameNetwork.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      sameNetwork.delete(socket);
      if (sameNetwork.size === 0 && byAddress.get(network) === sameNetwork) byAddress.delete(network);
    });
  });

  function closeOldest(sockets: ReadonlySet<Socket>) {
    let oldest: Socket | undefined;
    for (const socket of sockets) {
      if (socket.destroyed) continue;
      oldest ??= socket;
      if (withSession.has(socket)) continue;
      oldest = socket;
      break;
    }
    oldest?.destroy();
  }

  return {
    /** Marks a connection on which a valid session was sent. */
    markSession: (socket: Socket) => void withSession.add(socket),
    hasSession: (socket: Socket) => withSession.has(socket),
  };
}
