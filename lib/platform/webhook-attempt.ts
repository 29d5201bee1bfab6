import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { guardedLookup, type MayConnect } from "./address-guard";
import { isReservedName } from "./simulated-receiver";
import { signatureHeaders } from "./webhook-signature";

export type Owed = { log_id: string; url: string; secret: string; body: string };
export type Sending = { mayConnect: MayConnect; simulatedReceiver: string; timeoutMs: number; stopped: AbortSignal };

/** Sends one delivery once. Resolves to undefined when it was taken, and to the reason when it was not. */
export async function attempt(owed: Owed, sending: Sending): Promise<string | undefined> {
  try {
    const status = await post(owed, sending);
    return status >= 200 && status < 300 ? undefined : `answered ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function post({ log_id, url, secret, body }: Owed, { mayConnect, simulatedReceiver, timeoutMs, stopped }: Sending) {
  const named = new URL(url);
  // A name reserved for examples never leaves this computer: the simulated receiver answers for it.
  const target = isReservedName(named.hostname) ? new URL(named.pathname + named.search, simulatedReceiver) : named;
  const isSimulated = target !== named;
  const literal = target.hostname.replace(/^\[|\]$/g, "");
  // A socket does not look up an address that is already one.
  if (!isSimulated && isIP(literal) && !mayConnect(literal))
    return Promise.reject(new Error("the address is not on the public internet"));

  const isSecure = target.protocol === "https:";
  if (!isSecure && target.protocol !== "http:") return Promise.reject(new Error("the address is not a web address"));
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: false });

  return new Promise<number>((resolve, reject) => {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped]);
    const request = (isSecure ? httpsRequest : httpRequest)(target, {
      method: "POST",
      agent,
      signal,
      lookup: isSimulated ? undefined : guardedLookup(mayConnect),
      headers: {
        host: named.host,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "voice-agent-platform-webhooks/1",
        ...signatureHeaders({ id: log_id, timestamp: Math.floor(Date.now() / 1000), body, secret }),
      },
    });
    request.on("error", (error) => reject(signal.aborted ? new Error("no answer in time") : error));
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
    request.end(body);
  });
}

/** The answer's status is what counts; of its body no more than this is read. */
const answerCap = 64 * 1024;
