import { createServer } from "node:net";

/** `wanted` when nobody listens on it, any free port otherwise. */
export async function freePort(wanted = 0) {
  return (await tryPort(wanted)) ?? (await tryPort(0));
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
