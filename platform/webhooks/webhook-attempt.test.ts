import { createServer } from "node:http";
import { types } from "node:util";
import { afterAll, beforeEach, expect, test } from "vitest";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { addressOf } from "@/platform/http/server";
import { openSimulatedReceiver } from "./simulated-receiver";
import { type AttemptOptions, attempt } from "./webhook-queue";

let requestedPaths: string[] = [];
const server = createServer((request, response) => {
  requestedPaths.push(String(request.url));
  if (request.url !== "/silent") response.writeHead(204).end();
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const simulated = await openSimulatedReceiver();
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await simulated.close();
});
beforeEach(() => {
  requestedPaths = [];
});

const attemptOptions = (changes: Partial<AttemptOptions> = {}): AttemptOptions => ({
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

test.for(["http", "https"])(
  "does not let the path of a reserved name select another host over %s",
  async (protocol) => {
    const { host } = new URL(addressOf(server));
    await attempt(pending(`${protocol}://any.example//${host}/latest/meta-data`), attemptOptions());
    await attempt(pending(`${protocol}://any.example/\\${host}/latest/meta-data`), attemptOptions());
    expect(requestedPaths).toEqual([]);
  },
);

test("sends the whole path to the simulated receiver", async () => {
  const { host } = new URL(addressOf(server));
  const options = attemptOptions({ simulatedReceiver: addressOf(server) });
  expect(await attempt(pending(`https://any.example:8443//${host}/a%2fb?c=/d#e`), options)).toBeUndefined();
  expect(requestedPaths).toEqual([`//${host}/a%2fb?c=/d`]);
});

test("refuses an address that is no web address, even with a reserved name", async () => {
  expect(await attempt(pending("gopher://any.example/"), attemptOptions())).toBe("the address is not a web address");
});

test("leaves no listener on the abort signal after an attempt", async () => {
  const { signal } = new AbortController();
  const options = attemptOptions({ simulatedReceiver: addressOf(server), stopped: signal });
  for (const path of ["taken", "silent"]) await attempt(pending(`http://any.example/${path}`), options);
  expect(requestedPaths).toHaveLength(2);
  expect(dependants(signal)).toBe(0);
});

test("ends a current and a later attempt at once after an abort", async () => {
  const stopping = new AbortController();
  const options = attemptOptions({ simulatedReceiver: addressOf(server), stopped: stopping.signal, timeoutMs: 60_000 });
  const first = attempt(pending("http://any.example/silent"), options);
  stopping.abort();
  expect(await first).toBe("no answer in time");
  expect(await attempt(pending("http://any.example/silent"), options)).toBe("no answer in time");
});

/** The number of a signal's listeners and of the signals that `AbortSignal.any` derived from it. */
const dependants = (signal: AbortSignal) =>
  Object.getOwnPropertySymbols(signal)
    .map((symbol) => Reflect.get(signal, symbol))
    .filter((listeners) => types.isSet(listeners) || types.isMap(listeners))
    .reduce((sum, { size }) => sum + size, 0);
