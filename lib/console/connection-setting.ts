import { eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { ConnectionCheck } from "@/lib/contract/console/connection";
import { isUsable } from "@/lib/contract/console/connection-change";
import { refused } from "@/lib/contract/problem";
import type { Database, Transaction } from "@/lib/db/database";
import type { ConsoleOptions } from "./console-types";
import { keyFor, openText, sealText } from "./secret";
import { connectionTable } from "./tables";

const backForMs = 10 * 60_000;

export const connectionChannel = "switchboard_connection";

/** An address and a key that an admin set, with who did. */
export type SetConnection = { baseUrl: string; key: string; setBy: string; setAt: Date };

type Slot = "now" | "before";

/**
 * The connection that was set in the browser. Its key is sealed by AES-256-GCM under a key made of the server's secret,
 * bound to its row and address: moved to another, or opened with another secret, it does not open.
 * https://csrc.nist.gov/pubs/sp/800/38/d/final
 */
export function createConnectionSetting(db: Database, secret: string) {
  const sealingKey = keyFor("connection key", secret);
  const placeOf = (slot: Slot, baseUrl: string) => `console.connection ${slot} ${baseUrl}`;

  async function rowOf(slot: Slot) {
    const [row] = await db.select().from(connectionTable).where(eq(connectionTable.slot, slot));
    return row;
  }

  /** Throws a Problem when the secret is not the one it was sealed with. */
  async function read(slot: Slot = "now"): Promise<SetConnection | undefined> {
    const row = await rowOf(slot);
    if (!row?.baseUrl || !row.sealed) return undefined;
    const key = openText(sealingKey, row.sealed, placeOf(slot, row.baseUrl));
    if (key === undefined)
      throw refused("conflict", "This key was sealed with another SWITCHBOARD_SECRET. Set it again.");
    return { baseUrl: row.baseUrl, key, setBy: row.setBy, setAt: row.setAt };
  }

  const columnsOf = (slot: Slot, { baseUrl, key, setBy, setAt }: SetConnection) => ({
    ...{ slot, baseUrl, setBy, setAt },
    sealed: sealText(sealingKey, key, placeOf(slot, baseUrl)),
  });

  /** What stands in a slot where nothing was set: the demo platform. */
  const nothing = (slot: Slot, { setBy, setAt }: Pick<SetConnection, "setBy" | "setAt">) => ({
    ...{ slot, setBy, setAt },
    baseUrl: null,
    sealed: null,
  });

  /** Puts a connection in the place of the present one, which is kept for going back; undefined is the demo platform. */
  async function replace(
    next: Pick<SetConnection, "baseUrl" | "key"> | undefined,
    setBy: string,
    on: Database | Transaction = db,
  ) {
    const setAt = clock.now();
    // What does not open cannot be gone back to: then it is the demo platform.
    const present = await read().catch(() => undefined);
    const before = present ? columnsOf("before", { ...present, setAt }) : nothing("before", { setBy, setAt });
    const now = next ? columnsOf("now", { ...next, setBy, setAt }) : nothing("now", { setBy, setAt });
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
    /** Where the present one leads, without its key; undefined for the demo platform. */
    async address() {
      const row = await rowOf("now");
      return row?.baseUrl ? { baseUrl: row.baseUrl, setBy: row.setBy, setAt: row.setAt } : undefined;
    },
    replace,
    /** What can be gone back to, and until when; undefined once its time is over. */
    async previous() {
      const row = await rowOf("before");
      if (!row) return undefined;
      const until = new Date(row.setAt.getTime() + backForMs);
      if (until.getTime() < clock.nowMs()) {
        await db.delete(connectionTable).where(eq(connectionTable.slot, "before"));
        return undefined;
      }
      const { key } = (await read("before").catch(() => undefined)) ?? {};
      return { baseUrl: row.baseUrl, keyLastFour: key?.slice(-4) ?? null, setAt: row.setAt, until };
    },
    readPrevious: () => read("before"),
  };
}

export type ConnectionSetting = ReturnType<typeof createConnectionSetting>;

/** An address and a key as they were given. */
type Given = { address: string; key: string };

type ChangeParts = Pick<ConsoleOptions, "connection" | "examineOther"> & { setting: ConnectionSetting };

/** How another connection comes in the place of the present one: tested before it is used, unless the environment sets it. */
export function createConnectionChange({ connection, examineOther, setting }: ChangeParts) {
  async function test({ address, key }: Given) {
    const checks: ConnectionCheck[] = [];
    for await (const { drift: _, ...check } of examineOther({ baseUrl: address, key })) checks.push(check);
    return { at: clock.now().toISOString(), checks };
  }

  function refuseFixed() {
    if (connection.source !== "environment") return;
    throw refused("conflict", "The server's environment sets the connection. Change it there.");
  }

  return {
    test,
    refuseFixed,
    async refuseUnusable(given: Given) {
      refuseFixed();
      const { checks } = await test(given);
      if (isUsable(checks)) return;
      const fault = checks.find(({ outcome }) => outcome === "fault");
      throw refused("conflict", `Nothing was changed. ${fault?.says ?? "The platform did not answer."}`);
    },
    use: ({ address, key }: Given, by: string, on?: Database | Transaction) =>
      setting.replace({ baseUrl: address, key }, by, on),
  };
}

export type ConnectionChange = ReturnType<typeof createConnectionChange>;
