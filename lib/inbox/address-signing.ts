import { eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { implement } from "@/lib/contract/console/context";
import { endEarlierSecret, setSigning, type UnsignedArrival } from "@/lib/contract/console/inbox/addresses";
import type { InputOf } from "@/lib/contract/inputs";
import { refused } from "@/lib/contract/problem";
import { hookAddressTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import { earlierUntil, type HookAddress, openFor, overlapMs, sealFor } from "./address-book";
import { readSecret } from "./signing-secret";

type AddressSigning = {
  db: Database;
  secret: string;
  changed: (resources: string[]) => void;
  openAddress: (id: string) => Promise<HookAddress>;
};

export const addressSigning = ({ db, secret, changed, openAddress }: AddressSigning) => [
  implement(setSigning, async (input) => {
    const address = await openAddress(input.address_id);
    const { signing, header, refuses_unsigned } = input;
    if ((signing === "hmac" || signing === "header") && header === "")
      throw refused("bad_input", "Enter the name of the header.");
    if (signing === "none" && refuses_unsigned)
      throw refused("bad_input", "Without a check every event is unsigned, so all would be refused.");
    const { isNew, ...secrets } = secretsOf(secret, address, input);
    const set = { signing, signingHeader: header || null, refusesUnsigned: refuses_unsigned, ...secrets };
    await db.update(hookAddressTable).set(set).where(eq(hookAddressTable.id, address.id));
    changed(["inbox"]);
    const overlap = isNew ? " The earlier secret is accepted for a day too." : "";
    return { message: `Changed. Events that came before keep what was found.${overlap}` };
  }),

  implement(endEarlierSecret, async ({ address_id }) => {
    const address = await openAddress(address_id);
    if (!earlierUntil(address)) throw refused("not_possible", "No earlier secret of this address is accepted.");
    const ended = { earlierSecret: null, earlierUntil: null };
    await db.update(hookAddressTable).set(ended).where(eq(hookAddressTable.id, address.id));
    changed(["inbox"]);
    return { message: "The earlier secret is not accepted any more." };
  }),
];

type Secrets = Pick<HookAddress, "sealedSecret" | "earlierSecret" | "earlierUntil">;

/** The present secret, and the one before it for a day if both are for the same kind of check. */
function secretsOf(key: string, address: HookAddress, { signing, secret }: InputOf<typeof setSigning>) {
  const { id, sealedSecret, earlierSecret, earlierUntil: until } = address;
  const ended: Secrets = { sealedSecret: null, earlierSecret: null, earlierUntil: null };
  if (signing === "none") return { ...ended, isNew: false };
  const stored = sealedSecret === null ? undefined : openFor(key, id, sealedSecret);
  const wanted = secret?.trim() ? secret : stored;
  if (wanted === undefined) throw refused("bad_input", "Enter the secret.");
  const reading = readSecret(signing, wanted);
  const isStored = wanted === stored;
  if (reading.fault !== undefined && !(isStored && signing === address.signing))
    throw refused("bad_input", isStored ? `Enter another secret. ${reading.fault}` : reading.fault);
  const isSameKind = signing === address.signing;
  const now = reading.fault === undefined ? reading.secret : wanted;
  if (isSameKind && now === stored) return { sealedSecret, earlierSecret, earlierUntil: until, isNew: false };
  const sealed = sealFor(key, id, now);
  if (!isSameKind || stored === undefined || isStored) return { ...ended, sealedSecret: sealed, isNew: false };
  const untilMs = clock.nowMs() + overlapMs;
  return { sealedSecret: sealed, earlierSecret: sealedSecret, earlierUntil: new Date(untilMs), isNew: true };
}

const mostShown = 5;

/** The latest arrivals of each address without a valid signature, newest first. */
export async function latestUnsigned(db: Database, accountId: string): Promise<Map<string, UnsignedArrival[]>> {
  const { rows } = await db.execute<UnsignedArrival & { address_id: string }>(sql`
    select address.id as address_id, arrival.*
    from console.hook_address as address, lateral (
      select at, signature_fault as fault, kind = 'refused' as is_refused, event_id::text
      from console.hook_arrival where signature_fault is not null and address_id = address.id
      order by at desc limit ${mostShown}) as arrival
    where address.key_print = ${accountId} and address.signing <> 'none' order by arrival.at desc`);
  const byAddress = new Map<string, UnsignedArrival[]>();
  for (const { address_id, at, ...arrival } of rows) {
    const one = { ...arrival, at: new Date(at).toISOString() };
    byAddress.set(address_id, [...(byAddress.get(address_id) ?? []), one]);
  }
  return byAddress;
}
