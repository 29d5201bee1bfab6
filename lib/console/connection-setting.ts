import { eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { ConnectionCheck } from "@/lib/contract/console/connection";
import { isUsable } from "@/lib/contract/console/connection-change";
import { refused } from "@/lib/contract/problem";
import { connectionTable } from "@/lib/db/console/tables/connection";
import type { Database, Transaction } from "@/lib/db/database";
import { keyFor, openText, sealText } from "@/lib/secret";
import type { ConsoleOptions } from "./console-types";

const revertibleForMs = 10 * 60_000;

export const connectionChannel = "switchboard_connection";

/** An address and a key that an admin set. */
export type SetConnection = { baseUrl: string; key: string; setBy: string; setAt: Date };

type Slot = "now" | "before";

/** The connection that was set in the browser, and the one before it. */
export function createConnectionSetting(db: Database, secret: string) {
  const seal = createConnectionSeal(secret);

  /** Throws a Problem if the key was encrypted with another secret. */
  async function read(slot: Slot = "now"): Promise<SetConnection | undefined> {
    const row = await rowOf(db, slot);
    return row && seal.open(row);
  }

  /** Replaces the current connection, and keeps it for reverting. Undefined means the demo platform. */
  async function replace(
    next: Pick<SetConnection, "baseUrl" | "key"> | undefined,
    setBy: string,
    on: Database | Transaction = db,
  ) {
    const setAt = clock.now();
    const current = await read().catch(() => {
      // A connection that cannot be decrypted cannot be restored. Reverting then leads to the demo platform.
      return undefined;
    });
    const before = current ? seal.columnsOf("before", { ...current, setAt }) : demoColumns("before", { setBy, setAt });
    const now = next ? seal.columnsOf("now", { ...next, setBy, setAt }) : demoColumns("now", { setBy, setAt });
    await on.transaction(async (tx) => {
      for (const { slot, ...columns } of [before, now])
        await tx
          .insert(connectionTable)
          .values({ slot, ...columns })
          .onConflictDoUpdate({ target: connectionTable.slot, set: columns });
      await tx.execute(sql`select pg_notify(${connectionChannel}, '')`);
    });
  }

  return {
    read,
    /** The stored connection without its key. `baseUrl` is null for the demo platform; undefined if none was ever set. */
    async stored() {
      const row = await rowOf(db, "now");
      return row && { baseUrl: row.baseUrl, setBy: row.setBy, setAt: row.setAt };
    },
    replace,
    /** The connection that can be restored, or undefined after ten minutes. */
    async previous() {
      const row = await rowOf(db, "before");
      if (!row) return undefined;
      const until = new Date(row.setAt.getTime() + revertibleForMs);
      if (until.getTime() < clock.nowMs()) {
        await db.delete(connectionTable).where(eq(connectionTable.slot, "before"));
        return undefined;
      }
      const before = await read("before").catch(() => {
        // The address is shown even if the key cannot be decrypted.
        return undefined;
      });
      return { baseUrl: row.baseUrl, keyLastFour: before?.key.slice(-4) ?? null, setAt: row.setAt, until };
    },
    readPrevious: () => read("before"),
  };
}

/**
 * The key is encrypted with AES-256-GCM under a key derived from the server's secret. Row and address are authenticated, so a
 * ciphertext that was moved to another row does not decrypt. https://csrc.nist.gov/pubs/sp/800/38/d/final
 */
function createConnectionSeal(secret: string) {
  const sealingKey = keyFor("connection key", secret);
  const contextOf = (slot: string, baseUrl: string) => `console.connection ${slot} ${baseUrl}`;
  return {
    columnsOf: (slot: Slot, { baseUrl, key, setBy, setAt }: SetConnection) => ({
      ...{ slot, baseUrl, setBy, setAt },
      sealed: sealText(sealingKey, key, contextOf(slot, baseUrl)),
    }),
    /** Undefined for the demo platform. Throws a Problem if the key was encrypted with another secret. */
    open({ slot, baseUrl, sealed, setBy, setAt }: typeof connectionTable.$inferSelect): SetConnection | undefined {
      if (!baseUrl || !sealed) return undefined;
      const key = openText(sealingKey, sealed, contextOf(slot, baseUrl));
      if (key === undefined)
        throw refused("not_possible", "This key was encrypted with another SWITCHBOARD_SECRET. Enter it again.");
      return { baseUrl, key, setBy, setAt };
    },
  };
}

async function rowOf(db: Database, slot: Slot) {
  const [row] = await db.select().from(connectionTable).where(eq(connectionTable.slot, slot));
  return row;
}

/** A slot without a connection means the demo platform. */
const demoColumns = (slot: Slot, { setBy, setAt }: Pick<SetConnection, "setBy" | "setAt">) => ({
  ...{ slot, setBy, setAt },
  baseUrl: null,
  sealed: null,
});

export type ConnectionSetting = ReturnType<typeof createConnectionSetting>;

type NewConnection = { address: string; key: string };

type ChangeOptions = Pick<ConsoleOptions, "connection" | "examineOther"> & { setting: ConnectionSetting };

/** Tests and changes the connection. Refuses to change one that the environment sets. */
export function createConnectionChange({ connection, examineOther, setting }: ChangeOptions) {
  async function test({ address, key }: NewConnection) {
    const checks: ConnectionCheck[] = [];
    for await (const { drift: _, ...check } of examineOther({ baseUrl: address, key })) checks.push(check);
    return { at: clock.now().toISOString(), checks };
  }

  function refuseFixed() {
    if (connection.source !== "environment") return;
    throw refused("not_possible", "The connection is set by the server's environment variables. Change it there.");
  }

  return {
    test,
    refuseFixed,
    async refuseUnusable(connection: NewConnection) {
      refuseFixed();
      const { checks } = await test(connection);
      if (isUsable(checks)) return;
      const fault = checks.find(({ outcome }) => outcome === "fault");
      throw refused("not_possible", `Nothing was changed. ${fault?.message ?? "The platform did not answer."}`);
    },
    use: ({ address, key }: NewConnection, by: string, on?: Database | Transaction) =>
      setting.replace({ baseUrl: address, key }, by, on),
  };
}

export type ConnectionChange = ReturnType<typeof createConnectionChange>;
