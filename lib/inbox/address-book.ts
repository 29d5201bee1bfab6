import { setTimeout as sleep } from "node:timers/promises";
import { clock } from "@/lib/clock";
import type { hookAddressTable as Table } from "@/lib/db/console/tables/inbox";
import { hookAddressTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import { tokenHash } from "@/lib/hook-token";
import { keyFor, openText, sealText } from "@/lib/secret";
import type { Signing } from "./signing-secret";
import { readSecret } from "./signing-secret";

export type HookAddress = typeof Table.$inferSelect;

const reloadMs = 1_000;
/** A database that takes longer is taken to be away. */
const patienceMs = 500;

/** The addresses of all accounts, in memory, so that events are received while the database is away. */
export function createAddressBook(db: Database) {
  let byHash = new Map<string, HookAddress>();
  let triedMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  async function load() {
    const rows = await db.select().from(hookAddressTable);
    byHash = new Map(rows.map((row) => [row.tokenHash, row]));
  }

  function loadOnce() {
    triedMs = performance.now();
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  return {
    load: loadOnce,
    /** As of a second ago at most, because it can have been made or removed in another process. */
    async find(token: string): Promise<HookAddress | undefined> {
      const hash = tokenHash(token);
      const isOld = performance.now() - triedMs > reloadMs;
      // While the database is away, the addresses in memory answer.
      if (isOld || !byHash.has(hash))
        await Promise.race([loadOnce().catch(() => {}), sleep(patienceMs, undefined, { ref: false })]);
      return byHash.get(hash);
    },
  };
}

const keyOf = (secret: string) => keyFor("hook addresses", secret);

export const sealFor = (secret: string, addressId: string, text: string) =>
  sealText(keyOf(secret), text, `hook ${addressId}`);

/** Undefined if it was encrypted with another secret of the installation. */
export const openFor = (secret: string, addressId: string, sealed: string) =>
  openText(keyOf(secret), sealed, `hook ${addressId}`);

/** For how long the secret before is accepted too. */
export const overlapMs = 86_400_000;

/** The secret before the present one, while it is accepted too. */
export const earlierUntil = ({ earlierSecret, earlierUntil: until }: HookAddress): Date | null =>
  earlierSecret !== null && until !== null && until.getTime() > clock.nowMs() ? until : null;

export function signingOf(secret: string, address: HookAddress): Signing {
  const { id, signing: kind, signingHeader, sealedSecret, earlierSecret } = address;
  const sealed = [sealedSecret, earlierUntil(address) && earlierSecret];
  const secrets = sealed.flatMap((text) => (text && kind !== "none" ? secretsIn(kind, openFor(secret, id, text)) : []));
  return { kind, header: signingHeader, secrets };
}

/** Secrets that were stored before they were checked can have something around them. */
function secretsIn(kind: Exclude<Signing["kind"], "none">, stored: string | undefined): string[] {
  if (stored === undefined) return [];
  const reading = readSecret(kind, stored);
  return reading.fault === undefined && reading.secret !== stored ? [reading.secret, stored] : [stored];
}
