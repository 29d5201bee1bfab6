import { createServer } from "node:http";
import { types } from "node:util";
import { afterAll, beforeEach, expect, test } from "vitest";
import { addressOf } from "@/lib/platform/http/server";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { openSimulatedReceiver } from "./simulated-receiver";
import { attempt, type Sending } from "./webhook-attempt";

let asked: string[] = [];
const inside = createServer((request, response) => {
  asked.push(String(request.url));
  if (request.url !== "/silent") response.writeHead(204).end();
});
await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
const simulated = await openSimulatedReceiver();
afterAll(async () => {
  inside.closeAllConnections();
  inside.close();
  await simulated.close();
});
beforeEach(() => {
  asked = [];
});

const sending = (changes: Partial<Sending> = {}): Sending => ({
  mayConnect: () => false,
  simulatedReceiver: simulated.address,
  timeoutMs: timeoutMs(300),
  stopped: new AbortController().signal,
  ...changes,
});

const pending = (url: string) => ({
  id: "log_1",
  attempts: 1,
  url,
  secret: `whsec_${Buffer.alloc(32).toString("base64")}`,
  body: "{}",
});

test.for(["http", "https"])("a reserved name's path is no way to another host over %s", async (protocol) => {
  const { host } = new URL(addressOf(inside));
  await attempt(pending(`${protocol}://any.example//${host}/latest/meta-data`), sending());
  await attempt(pending(`${protocol}://any.example/\\${host}/latest/meta-data`), sending());
  expect(asked).toEqual([]);
});

test("the simulated receiver is asked for the whole path that was named", async () => {
  const { host } = new URL(addressOf(inside));
  const through = sending({ simulatedReceiver: addressOf(inside) });
  expect(await attempt(pending(`https://any.example:8443//${host}/a%2fb?c=/d#e`), through)).toBeUndefined();
  expect(asked).toEqual([`//${host}/a%2fb?c=/d`]);
});

test("an address that is no web address is not sent to, reserved name or not", async () => {
  expect(await attempt(pending("gopher://any.example/"), sending())).toBe("the address is not a web address");
});

test("an attempt that ends leaves nothing behind at the signal that stops them all", async () => {
  const { signal } = new AbortController();
  const through = sending({ simulatedReceiver: addressOf(inside), stopped: signal });
  for (const path of ["taken", "silent"]) await attempt(pending(`http://any.example/${path}`), through);
  expect(asked).toHaveLength(2);
  expect(dependants(signal)).toBe(0);
});

test("an attempt that is stopped ends at once, one that begins afterwards too", async () => {
  const stopping = new AbortController();
  const through = sending({ simulatedReceiver: addressOf(inside), stopped: stopping.signal, timeoutMs: 60_000 });
  const first = attempt(pending("http://any.example/silent"), through);
  stopping.abort();
  expect(await first).toBe("no answer in time");
  expect(await attempt(pending("http://any.example/silent"), through)).toBe("no answer in time");
});

/** What Node keeps at a signal: its listeners, and the signals that `AbortSignal.any` made of it. */
const dependants = (signal: AbortSignal) =>
  Object.getOwnPropertySymbols(signal)
    .map((symbol) => Reflect.get(signal, symbol))
    .filter((kept) => types.isSet(kept) || types.isMap(kept))
    .reduce((sum, { size }) => sum + size, 0);
