import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./client-address";

type Limits = { perAddress: number; total: number };

/**
 * Keeps so many connections open, of one address and in all. A new one always gets its place: the oldest goes on which
 * nobody has shown a session, so that strangers take places from each other first.
 */
export function limitConnections(server: Server, { perAddress, total }: Limits) {
  const open = new Set<Socket>();
  const byAddress = new Map<string, Set<Socket>>();
  const known = new WeakSet<Socket>();

  server.on("connection", (socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const ofAddress = byAddress.get(network) ?? new Set();
    byAddress.set(network, ofAddress);
    if (ofAddress.size >= perAddress) leaveOne(ofAddress);
    if (open.size >= total) leaveOne(open);
    open.add(socket);
    ofAddress.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      ofAddress.delete(socket);
      if (ofAddress.size === 0 && byAddress.get(network) === ofAddress) byAddress.delete(network);
    });
  });

  function leaveOne(sockets: ReadonlySet<Socket>) {
    let oldest: Socket | undefined;
    for (const socket of sockets) {
      if (socket.destroyed) continue;
      oldest ??= socket;
      if (known.has(socket)) continue;
      oldest = socket;
      break;
    }
    oldest?.destroy();
  }

  return {
    /** A session was shown on this connection. */
    markKnown: (socket: Socket) => void known.add(socket),
    isKnown: (socket: Socket) => known.has(socket),
  };
}
