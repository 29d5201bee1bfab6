import { createHmac } from "node:crypto";
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { guardedLookup, type MayConnect } from "./address-guard";
import { isReservedName } from "./simulated-receiver";

export type PendingDelivery = { log_id: string; url: string; secret: string; body: string };
export type Sending = { mayConnect: MayConnect; simulatedReceiver: string; timeoutMs: number; stopped: AbortSignal };

/** Sends one delivery once. Resolves to undefined when it was taken, and to the reason when it was not. */
export async function attempt(pending: PendingDelivery, sending: Sending): Promise<string | undefined> {
  try {
    const status = await post(pending, sending);
    return status >= 200 && status < 300 ? undefined : `answered ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function post(pending: PendingDelivery, sending: Sending): Promise<number> {
  const named = new URL(pending.url);
  // A name reserved for examples never leaves this computer: the simulated receiver answers for it.
  const target = isReservedName(named.hostname) ? atReceiver(named, sending.simulatedReceiver) : named;
  const isSimulated = target !== named;
  const literal = target.hostname.replace(/^\[|\]$/g, "");
  // A socket does not look up an address that is already one.
  if (!isSimulated && isIP(literal) && !sending.mayConnect(literal))
    return Promise.reject(new Error("the address is not on the public internet"));

  const isSecure = target.protocol === "https:";
  if (!isSecure && target.protocol !== "http:") return Promise.reject(new Error("the address is not a web address"));
  const request = (isSecure ? httpsRequest : httpRequest)(target, {
    method: "POST",
    agent: new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: false }),
    lookup: isSimulated ? undefined : guardedLookup(sending.mayConnect),
    headers: { host: named.host, ...headersOf(pending) },
  });
  const end = limited(() => request.destroy(new Error("no answer in time")), sending);
  return statusOf(request.end(pending.body)).finally(end);
}

/** The named address, whole, at the simulated receiver: a path that is read again could name another host. */
function atReceiver(named: URL, simulatedReceiver: string) {
  const { protocol, hostname, port } = new URL(simulatedReceiver);
  return Object.assign(new URL(named), { protocol, hostname, port });
}

/** Ends an attempt when its time is up or all are stopped. AbortSignal.any would stay with `stopped` for ever. */
function limited(giveUp: () => void, { timeoutMs, stopped }: Pick<Sending, "timeoutMs" | "stopped">) {
  const timer = setTimeout(giveUp, timeoutMs);
  stopped.addEventListener("abort", giveUp);
  if (stopped.aborted) giveUp();
  return () => {
    clearTimeout(timer);
    stopped.removeEventListener("abort", giveUp);
  };
}

const headersOf = ({ log_id, secret, body }: PendingDelivery) => ({
  "content-type": "application/json",
  "content-length": Buffer.byteLength(body),
  "user-agent": "voice-agent-platform-webhooks/1",
  ...signatureHeaders({ id: log_id, timestamp: Math.floor(Date.now() / 1000), body, secret }),
});

function statusOf(request: ClientRequest) {
  return new Promise<number>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (response) => {
      let read = 0;
      const done = () => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      };
      response.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (read > answerCap) done();
      });
      response.on("end", done);
      response.on("error", reject);
    });
  });
}

/** The answer's status is what counts; of its body no more than this is read. */
const answerCap = 64 * 1024;

type Signed = { id: string; timestamp: number; body: string; secret: string };

/** The headers of the Standard Webhooks specification; `timestamp` is in Unix seconds, `secret` starts with `whsec_`. */
function signatureHeaders({ id, timestamp, body, secret }: Signed) {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}
