import { createHmac } from "node:crypto";
import { clock } from "@/lib/clock";
import type { MayConnect } from "@/lib/http/address-guard";
import { guardedPost } from "@/lib/http/guarded-post";
import { isReservedName } from "./simulated-receiver";

export type PendingDelivery = { id: string; attempts: number; url: string; secret: string; body: string };
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

async function post(pending: PendingDelivery, { mayConnect, simulatedReceiver, timeoutMs, stopped }: Sending) {
  const named = new URL(pending.url);
  // A name reserved for examples never leaves this computer: the simulated receiver answers for it.
  const isSimulated = isReservedName(named.hostname);
  return guardedPost(isSimulated ? atReceiver(named, simulatedReceiver) : named, {
    headers: { host: named.host, ...headersOf(pending) },
    body: pending.body,
    mayConnect: isSimulated ? undefined : mayConnect,
    timeoutMs,
    stopped,
  });
}

/** The named address, whole, at the simulated receiver: a path that is read again could name another host. */
function atReceiver(named: URL, simulatedReceiver: string) {
  const { protocol, hostname, port } = new URL(simulatedReceiver);
  return Object.assign(new URL(named), { protocol, hostname, port });
}

const headersOf = ({ id, secret, body }: PendingDelivery) => ({
  "user-agent": "voice-agent-platform-webhooks/1",
  ...signatureHeaders({ id, timestamp: Math.floor(clock.nowMs() / 1000), body, secret }),
});

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
