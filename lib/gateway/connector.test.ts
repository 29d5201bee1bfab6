import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { afterEach, expect, test, vi } from "vitest";
import { startCampaign } from "@/lib/contract/api/campaigns";
import { makeCertificate } from "@/lib/testing/certificate";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { connectionProblem, problemOf } from "./faults";
import { Upstream } from "./upstream";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
});

/** Sends one write to this server and returns its answer or problem. */
async function sendTo(server: Server) {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const limits = { connectMs: timeoutMs(2_000), headersMs: timeoutMs(500), wholeMs: timeoutMs(4_000) };
  const upstream = new Upstream({ baseUrl, key: "vap_secret_0123456789", limits });
  closing.push(
    () => upstream.close(),
    () => server.close(),
  );
  const options = { requestId: "r-12345678" };
  return upstream.request(startCampaign, { campaign_id: "c" }, options).catch((error: unknown) => error);
}

const refusedOverTls = (words: string) => ({
  code: "upstream-unreachable",
  outcome: "refused",
  message: expect.stringMatching(new RegExp(`TLS.*${words}`)),
});

test("refuses a send without sending it when the https port speaks http", async () => {
  expect(await sendTo(createHttpServer())).toMatchObject(
    refusedOverTls("Should the address begin with http instead of https"),
  );
});

test.each([
  ["is self-signed", {}],
  ["does not know the certificate's issuer", { issuer: "Nobody known" }],
  ["not valid yet", { issuer: "Nobody known", from: "2110-01-01" }],
  ["has expired", { issuer: "Nobody known", until: "2021-01-01" }],
])("refuses a send without sending it when the certificate %s", async (words, certificate) => {
  const server = createServer((socket) => speakTls(socket, certificate));
  expect(await sendTo(server)).toMatchObject(refusedOverTls(words));
});

test("refuses a send with the TLS error code when the handshake fails", async () => {
  const server = createServer((socket) => {
    const handshakeFailure = [0x15, 3, 3, 0, 2, 2, 40];
    socket.on("error", () => undefined).once("data", () => socket.end(Buffer.from(handshakeFailure)));
  });
  expect(await sendTo(server)).toMatchObject(refusedOverTls("ERR_SSL_\\S*HANDSHAKE_FAILURE|EPROTO"));
});

test("reports an unknown outcome when TLS fails after the send was written", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  let arrived = "";
  // Plain bytes written below an open TLS connection look to the client like an answer from an http port.
  const server = createServer((outer) => {
    const { port } = inner.address() as AddressInfo;
    const relay = connect(port, "127.0.0.1");
    outer.on("error", () => undefined).pipe(relay);
    relay.on("error", () => undefined).pipe(outer);
    refuse = () => outer.write("HTTP/1.1 400 Bad Request\r\n\r\n");
  });
  let refuse = () => false;
  const inner = createServer((socket) =>
    speakTls(socket, {}).once("data", (chunk) => {
      arrived = String(chunk);
      refuse();
    }),
  );
  await once(inner.listen(0, "127.0.0.1"), "listening");
  closing.push(() => inner.close());
  const problem = await sendTo(server);
  expect(problem).toMatchObject({ outcome: "unknown" });
  expect(arrived).toMatch(/^POST \/v1\/campaigns\/c\/start /);
});

test.each(["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "ECONNREFUSED"])(
  "reports refused when %s comes before a connection, and unknown when it comes after",
  (code) => {
    const error = Object.assign(new Error("the line"), { code });
    expect(connectionProblem(error, true)).toMatchObject({ code: "upstream-unreachable", outcome: "refused" });
    expect(problemOf(error, "waiting", true)).toMatchObject({ code: "upstream-cut", outcome: "unknown" });
    expect(connectionProblem(error, false).outcome).toBeUndefined();
  },
);

function speakTls(socket: Socket, certificate: Parameters<typeof makeCertificate>[0]) {
  socket.on("error", () => undefined);
  const secure = new TLSSocket(socket, { isServer: true, ...makeCertificate(certificate) });
  return secure.on("error", () => undefined);
}
