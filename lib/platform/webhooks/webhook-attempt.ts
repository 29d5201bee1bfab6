import { Webhook } from "standardwebhooks";
import { clock } from "@/lib/clock";
import type { MayConnect } from "@/lib/http/address-guard";
import { guardedPost } from "@/lib/http/guarded-post";
import { isReservedName } from "./simulated-receiver";

export type PendingDelivery = { id: string; attempts: number; url: string; secret: string; body: string };
export type AttemptOptions = {
  mayConnect: MayConnect;
  simulatedReceiver: string;
  /** The console's address for events, which is on this computer. */
  ownReceiver?: string | undefined;
  timeoutMs: number;
  stopped: AbortSignal;
};

/** Sends one delivery once. Resolves to undefined on success, else to the reason of the failure. */
export async function attempt(pending: PendingDelivery, options: AttemptOptions): Promise<string | undefined> {
  try {
    const status = await post(pending, options);
    return status >= 200 && status < 300 ? undefined : `answered ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function post(
  pending: PendingDelivery,
  { mayConnect, simulatedReceiver, ownReceiver, timeoutMs, stopped }: AttemptOptions,
) {
  const target = new URL(pending.url);
  // Deliveries to names reserved for examples go to the simulated receiver and never leave this computer.
  const isSimulated = isReservedName(target.hostname);
  return guardedPost(isSimulated ? atReceiver(target, simulatedReceiver) : target, {
    headers: { host: target.host, ...headersOf(pending) },
    body: pending.body,
    mayConnect: isSimulated || pending.url === ownReceiver ? undefined : mayConnect,
    timeoutMs,
    stopped,
  });
}

/** Replaces only the origin. Parsing the path again could select another host. */
function atReceiver(target: URL, simulatedReceiver: string) {
  const { protocol, hostname, port } = new URL(simulatedReceiver);
  return Object.assign(new URL(target), { protocol, hostname, port });
}

function headersOf({ id, secret, body }: PendingDelivery) {
  const at = clock.now();
  return {
    "user-agent": "voice-agent-platform-webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
}
