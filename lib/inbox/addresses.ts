import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull, max, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { implement } from "@/lib/contract/console/context";
import {
  addAddress,
  type HookAddress,
  listAddresses,
  removeAddress,
  showAddress,
  testAddress,
} from "@/lib/contract/console/inbox/addresses";
import { testEvent } from "@/lib/contract/console/inbox/received";
import { refused } from "@/lib/contract/problem";
import { eventTable, hookAddressTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import { hookPath, newHookToken, tokenHash } from "@/lib/hook-token";
import { type HookAddress as AddressRow, earlierUntil, openFor, sealFor, signingOf } from "./address-book";
import { addressSigning, latestUnsigned } from "./address-signing";
import type { Disk } from "./disk";
import { setupOf, webhooksByToken } from "./setup";
import { signatureHeaders } from "./signature";
import type { Signing } from "./signing-secret";
import { budgetOf, usageToday } from "./usage";

export type AddressesOptions = {
  db: Database;
  accountId: string;
  secret: string;
  hooksOrigin: string;
  disk: Disk;
  changed: (resources: string[]) => void;
};

const mostAddresses = 20;
const testMs = 10_000;

export const addresses = ({ db, accountId, secret, hooksOrigin, disk, changed }: AddressesOptions) => {
  const isOfAccount = eq(hookAddressTable.accountId, accountId);

  const list = () => listAll({ db, accountId, hooksOrigin, disk });

  async function openAddress(id: string): Promise<AddressRow> {
    const [row] = await db
      .select()
      .from(hookAddressTable)
      .where(and(isOfAccount, eq(hookAddressTable.id, id), isNull(hookAddressTable.removedAt)));
    if (!row) throw refused("not_found", "There is no such address, or it was removed.");
    return row;
  }

  function urlOf({ id, sealed }: AddressRow) {
    const token = openFor(secret, id, sealed);
    if (!token) throw refused("not_found", "This address was made with another SWITCHBOARD_SECRET. Make a new one.");
    return hooksOrigin + hookPath(token);
  }

  return [
    implement(listAddresses, async () => ({ data: await list(), setup: await setupOf(db, accountId) })),

    implement(addAddress, async ({ name }, { person }) => {
      const open = await db.$count(hookAddressTable, and(isOfAccount, isNull(hookAddressTable.removedAt)));
      if (open >= mostAddresses)
        throw refused("not_possible", `There are ${mostAddresses} addresses. Remove one first.`);
      const row = newAddress({ accountId, secret, name, token: newHookToken(), by: person.name });
      await db.insert(hookAddressTable).values(row);
      changed(["inbox", "found-calls"]);
      const data = (await list()).find(({ id }) => id === row.id);
      if (!data) throw new Error("The address is missing after it was made.");
      return { data, message: `The address ${name} was made.` };
    }),

    implement(showAddress, async ({ address_id }) => ({ url: urlOf(await openAddress(address_id)) })),

    implement(removeAddress, async ({ address_id }, { person }) => {
      const { name } = await openAddress(address_id);
      await db
        .update(hookAddressTable)
        .set({ removedAt: clock.now(), removedBy: person.name })
        .where(and(isOfAccount, eq(hookAddressTable.id, address_id)));
      changed(["inbox", "found-calls"]);
      return { message: `The address ${name} was removed. Events sent to it are refused.` };
    }),

    ...addressSigning({ db, secret, changed, openAddress }),

    implement(testAddress, async ({ address_id }) => {
      const address = await openAddress(address_id);
      return sendTest(urlOf(address), signingOf(secret, address));
    }),
  ];
};

type ListInput = Pick<AddressesOptions, "db" | "accountId" | "hooksOrigin" | "disk">;

async function listAll({ db, accountId, hooksOrigin, disk }: ListInput): Promise<HookAddress[]> {
  const latest = db
    .select({ addressId: eventTable.addressId, at: max(eventTable.lastAt).as("at") })
    .from(eventTable)
    .where(eq(eventTable.accountId, accountId))
    .groupBy(eventTable.addressId)
    .as("latest");
  const rows = await db
    .select({ address: hookAddressTable, lastEventAt: latest.at })
    .from(hookAddressTable)
    .leftJoin(latest, eq(latest.addressId, hookAddressTable.id))
    .where(eq(hookAddressTable.accountId, accountId))
    .orderBy(desc(hookAddressTable.createdAt));
  const webhooks = await webhooksByToken(db, accountId);
  const used = await usageToday(db);
  const unsigned = await latestUnsigned(db, accountId);
  return rows.map(({ address, lastEventAt }) => ({
    budget: {
      ...{ bytes: budgetOf(address, disk), is_chosen: address.bytesADay !== null },
      ...{ used: used.get(address.id)?.bytes ?? 0, left_out: used.get(address.id)?.leftOut ?? 0 },
    },
    ...{ id: address.id, name: address.name, host: new URL(hooksOrigin).host, last_four: address.lastFour },
    ...{ signing: address.signing, signing_header: address.signingHeader, refuses_unsigned: address.refusesUnsigned },
    ...{ created_at: address.createdAt.toISOString(), created_by: address.createdBy },
    earlier_until: earlierUntil(address)?.toISOString() ?? null,
    unsigned: unsigned.get(address.id) ?? [],
    removed_at: address.removedAt?.toISOString() ?? null,
    last_event_at: lastEventAt?.toISOString() ?? null,
    webhooks: webhooks.get(address.lastFour) ?? [],
  }));
}

async function sendTest(url: string, signing: Signing) {
  const { host } = new URL(url);
  const id = `test_${randomUUID()}`;
  const body = JSON.stringify({ type: testEvent, id, timestamp: clock.now() });
  try {
    const headers = { "content-type": "application/json", ...signatureHeaders(signing, id, body) };
    const options = { method: "POST", body, headers };
    const response = await fetch(url, { ...options, redirect: "manual", signal: AbortSignal.timeout(testMs) });
    if (response.headers.has("x-receipt-id")) return { is_received: true, message: "The test event arrived." };
    return { is_received: false, message: `${host} answered ${response.status}, and not Switchboard.` };
  } catch {
    return { is_received: false, message: `${host} could not be reached from here.` };
  }
}

type NewAddress = { accountId: string; secret: string; name: string; token: string; by: string };

function newAddress({ accountId, secret, name, token, by }: NewAddress): typeof hookAddressTable.$inferInsert {
  const id = randomUUID();
  return {
    ...{ id, accountId, name, tokenHash: tokenHash(token), sealed: sealFor(secret, id, token) },
    ...{ lastFour: token.slice(-4), createdAt: clock.now(), createdBy: by },
  };
}

/** Makes an address with a token that is known beforehand, unless it exists. True if it was made. */
export async function ensureAddress(db: Database, address: NewAddress): Promise<boolean> {
  const made = await db.insert(hookAddressTable).values(newAddress(address)).onConflictDoNothing().returning();
  // The data of an earlier connection to the same platform.
  if (made.length === 0)
    await db
      .update(hookAddressTable)
      .set({ accountId: address.accountId })
      .where(
        sql`${hookAddressTable.tokenHash} = ${tokenHash(address.token)} and ${hookAddressTable.accountId} <> ${address.accountId}`,
      );
  return made.length > 0;
}
