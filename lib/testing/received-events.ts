import type { Database } from "@/lib/db/database";
import { hookPath, newHookToken } from "@/lib/hook-token";
import { ensureAddress } from "@/lib/inbox/addresses";
import { readArrivals } from "@/lib/inbox/read-arrivals";
import { onFileEnd } from "@/lib/testing/on-file-end";
import { listeningReceiver } from "./inbox";

/** Sends events over HTTP to a receiver on the database of another fixture, and reads them. */
export async function receiveInto(db: Database, { accountId, secret }: { accountId: string; secret: string }) {
  const { origin, close } = await listeningReceiver(db);
  const token = newHookToken();
  await ensureAddress(db, { accountId, secret, name: "Ours", token, by: "Mara Okafor" });
  onFileEnd(close);
  const log = { error: (...parts: unknown[]) => expectNothing(parts) };
  const reading = {
    ...{ db, accountId, log, campaignsOf: async () => new Map<string, string>() },
    blockedOf: async () => new Map<string, Date>(),
    ownNumbers: async () => new Set(["12125550100"]),
  };
  return async (...events: Record<string, unknown>[]) => {
    for (const event of events)
      await fetch(origin + hookPath(token), {
        method: "POST",
        body: JSON.stringify({ event: "call.ended", ...event }),
      });
    while ((await readArrivals(reading)).count > 0);
  };
}

function expectNothing(parts: unknown[]) {
  throw new Error(`An event could not be read: ${JSON.stringify(parts)}`);
}
