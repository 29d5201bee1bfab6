import { and, eq, gt, lt } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { Problem } from "@/lib/contract/problem";
import { setupLinkTable } from "@/lib/db/console/tables/people";
import type { Database, Transaction } from "@/lib/db/database";
import { hashOf, newToken } from "@/lib/secret";
import { addPerson, countAdmins, serializeAdminChanges } from "./people";

const lastsMs = 15 * 60_000;

type FirstAdmin = { name: string; email: string; passwordHash: string };

/** Creates the first admin, by a one-time link or from the environment. */
export function createSetup(db: Database, origin: string) {
  const isOpen = async () => (await countAdmins(db, { invited: true })) === 0;

  async function link() {
    const token = newToken(256);
    const now = clock.nowMs();
    await db.delete(setupLinkTable).where(lt(setupLinkTable.expiresAt, new Date(now)));
    await db.insert(setupLinkTable).values({ tokenHash: hashOf(token), expiresAt: new Date(now + lastsMs) });
    return `${origin}/setup?token=${token}`;
  }

  const isValid = (token: string) =>
    and(eq(setupLinkTable.tokenHash, hashOf(token)), gt(setupLinkTable.expiresAt, clock.now()));

  /** Expiry of a link, or undefined if it is not valid. */
  async function expiryOf(token: string) {
    const [row] = await db.select().from(setupLinkTable).where(isValid(token));
    return row?.expiresAt;
  }

  /** Creates the first admin and runs `also` in the same transaction. */
  async function begin(token: string, admin: FirstAdmin, also: (tx: Transaction) => Promise<void>) {
    return db.transaction(async (tx) => {
      await serializeAdminChanges(tx);
      if ((await countAdmins(tx, { invited: true })) > 0)
        throw new Problem("not_found", "Switchboard is already set up.");
      const used = await tx.delete(setupLinkTable).where(isValid(token)).returning();
      if (used.length !== 1) throw expired();
      await tx.delete(setupLinkTable);
      await also(tx);
      return added(await addPerson(tx, { ...admin, role: "admin" }));
    });
  }

  /** Creates the first admin from the environment. Throws `conflict` if an admin exists. */
  async function ensure(admin: FirstAdmin) {
    return db.transaction(async (tx) => {
      await serializeAdminChanges(tx);
      if ((await countAdmins(tx, { invited: true })) > 0) throw new Problem("conflict", "There is already an admin.");
      return added(await addPerson(tx, { ...admin, role: "admin" }));
    });
  }

  return { isOpen, link, expiryOf, begin, ensure };
}

export type Setup = ReturnType<typeof createSetup>;

export const expired = () =>
  new Problem(
    "forbidden",
    "This link was used or is older than 15 minutes. npm run admin -- setup-link makes another, and so does starting Switchboard again.",
  );

function added<Row>(row: Row | undefined) {
  if (!row) throw new Problem("conflict", "Someone here already has this email address.");
  return row;
}
