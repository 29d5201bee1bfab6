const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** The addresses people may have typed to get here: on this computer, each of its names. */
export function originsOf(origin: string) {
  const { protocol, hostname, port } = new URL(origin);
  if (!loopback.includes(hostname)) return [origin];
  return [origin, ...loopback.map((name) => new URL(`${protocol}//${name}${port && `:${port}`}`).origin)].filter(
    (each, index, all) => all.indexOf(each) === index,
  );
}
