import { once } from "node:events";
import { type AddressInfo, createConnection, type Socket } from "node:net";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { Problem } from "@/lib/contract/problem";
import { createMeasures } from "@/lib/gateway/measures";
import { limitConnections } from "@/lib/http/connections";
import { createGuardedServer } from "@/lib/http/guarded-server";
import { refuse, sendPlainAnswer } from "@/lib/http/refuse";
import { createRoutes } from "./routes";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The routes on a real server. Requests under `/api/auth/` get the status in their path, at once. */
async function serve(trustedHops = 0) {
  const log = pino({ level: "silent" });
  const hasSession = (cookie: string | undefined) => cookie === "valid" || cookie === "ended";
  const engine = {
    console: {
      hasSession,
      auth: async (request: { url?: string }, response: Parameters<typeof sendPlainAnswer>[0]) =>
        sendPlainAnswer(response, { status: Number(request.url?.slice(-3)), text: "answered" }),
      ready: () => Promise.reject(new Problem("disk_full")),
    },
  };
  let asked = 0;
  const server = createGuardedServer({
    isStranger: ({ headers }) => !hasSession(headers.cookie),
    answer: (request, response) => {
      asked += 1;
      answer(request, response).catch((error: unknown) => refuse(response, error, { requestId: "r-test", log }));
    },
  });
  const answer = createRoutes({
    receiver: { answer: async () => false },
    env: { origin: "http://127.0.0.1", trustedHops, metricsToken: undefined, isProduction: true },
    engines: { current: () => engine, forResponse: () => engine } as unknown as Parameters<
      typeof createRoutes
    >[0]["engines"],
    pages: { answer: () => Promise.reject(new Error("no pages")), personOf: async () => undefined },
    connections: limitConnections(server, { perAddress: 4000, total: 4000 }),
    measures: createMeasures(),
    log,
    isDraining: () => false,
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closing.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;

  const open = async (from = "127.0.0.1") => {
    const socket = createConnection({ host: "127.0.0.1", port, localAddress: from }).on("error", () => undefined);
    closing.push(() => socket.destroy());
    await once(socket, "connect");
    return socket;
  };
  return Object.assign(open, { asked: () => asked });
}

type Asked = { status?: number; path?: string; cookie?: string; forwardedFor?: string };

/** Resolves to the status, or to "held" if no answer comes for a while. */
async function ask(socket: Socket, { status = 403, path = `/api/auth/${status}`, cookie, forwardedFor }: Asked = {}) {
  const lines = [cookie && `cookie: ${cookie}`, forwardedFor && `x-forwarded-for: ${forwardedFor}`].filter(Boolean);
  socket.write(`GET ${path} HTTP/1.1\r\n${["host: a", ...lines].join("\r\n")}\r\n\r\n`);
  return Promise.race([
    once(socket, "data").then(([answer]) => Number(String(answer).slice(9, 12))),
    new Promise<string>((resolve) => setTimeout(resolve, 4_000, "held")),
  ]);
}

type Open = Awaited<ReturnType<typeof serve>>;

/** Refuses so many requests of one address that its next refusals are held back for seconds. */
async function flood(open: Open, asked: Asked & { from?: string } = {}) {
  const sockets = await Promise.all(Array.from({ length: 100 }, () => open(asked.from)));
  for (const socket of sockets) void ask(socket, asked).catch(() => undefined);
  await expect.poll(open.asked).toBe(sockets.length);
  return sockets;
}

test("holds back refusals of one address, but no other's and no answer that is no refusal", async () => {
  const open = await serve();
  await flood(open);
  expect(await ask(await open())).toBe("held");
  expect(await ask(await open("127.0.0.2"))).toBe(403);
  expect(await ask(await open(), { status: 200 })).toBe(200);
});

test("never holds back a session, whatever its address, unless it has ended", async () => {
  const open = await serve();
  await flood(open);
  const person = await open();
  expect(await ask(person, { cookie: "valid" })).toBe(403);
  expect(await ask(person)).toBe(403);
  expect(await ask(await open(), { cookie: "ended", status: 401 })).toBe("held");
});

test("does not read a held socket", async () => {
  const open = await serve();
  const sockets = await flood(open);
  const held = sockets.filter(({ bytesRead }) => bytesRead === 0).at(-1);
  if (!held) throw new Error("None was held.");
  held.write("x".repeat(50_000_000));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(held.writableLength).toBeGreaterThan(30_000_000);
});

test("holds back answers by the address that a trusted proxy reports, and reads on", async () => {
  const open = await serve(1);
  const sockets = await flood(open, { forwardedFor: "198.51.100.1" });
  expect(await ask(await open(), { forwardedFor: "198.51.100.1" })).toBe("held");
  expect(await ask(await open(), { forwardedFor: "198.51.100.2" })).toBe(403);
  const held = sockets.filter(({ bytesRead }) => bytesRead === 0).at(-1);
  held?.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  await expect.poll(() => held?.destroyed || held?.readableEnded).toBe(true);
});

test("answers /readyz with the reason when the console is not ready", async () => {
  const open = await serve();
  expect(await ask(await open(), { path: "/readyz" })).toBe(503);
});
