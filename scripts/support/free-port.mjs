import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** `wanted` when nobody listens on it, any free port otherwise. */
export async function freePort(wanted = 0) {
  return (await tryPort(wanted)) ?? (await tryPort(0));
}

/** Throws a sentence when nothing can listen there. One that was killed just now may need a moment to let go. */
export async function checkPort(port, host) {
  for (let attempts = 0; ; attempts++) {
    const code = await listenFault(port, host);
    if (code === undefined) return;
    if (code !== "EADDRINUSE")
      throw new Error(portFaults[code]?.(port, host) ?? `HOST ${host} and PORT ${port} cannot be used (${code}).`);
    if (attempts === 5) throw new Error(`PORT ${port} is taken by another program: stop that one or set another PORT.`);
    await sleep(200);
  }
}

const portFaults = {
  EACCES: (port) => `PORT ${port} may not be used by this user: set one above 1023.`,
  EADDRNOTAVAIL: (_port, host) => `HOST ${host} is no address of this computer.`,
  ENOTFOUND: (_port, host) => `HOST ${host} is no address of this computer.`,
};

function listenFault(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code }) => resolve(code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

function tryPort(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port > 65535 ? 0 : port, "127.0.0.1", () => {
      const taken = server.address().port;
      server.close(() => resolve(taken));
    });
  });
}
