import { and, eq, gt, lt } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { hashOf, newToken } from "@/lib/console/secret";
import { setupLinkTable } from "@/lib/console/tables";
import { Problem } from "@/lib/contract/problem";
import type { Database, Transaction } from "@/lib/db/database";
import { addPerson, countAdmins, oneAtATime } from "./people";

const lastsMs = 15 * 60_000;

type FirstAdmin = { name: string; email: string; passwordHash: string };

/** The way in while nobody is an admin: a one-time link, or an admin given by the environment. */
export function createSetup(db: Database, origin: string) {
  const isOpen = async () => (await countAdmins(db, { invited: true })) === 0;

  async function link() {
    const token = newToken(256);
    const now = clock.nowMs();
    await db.delete(setupLinkTable).where(lt(setupLinkTable.expiresAt, new Date(now)));
    await db.insert(setupLinkTable).values({ tokenHash: hashOf(token), expiresAt: new Date(now + lastsMs) });
    return `${origin}/setup?token=${token}`;
  }

  const fits = (token: string) =>
    and(eq(setupLinkTable.tokenHash, hashOf(token)), gt(setupLinkTable.expiresAt, clock.now()));

  /** Until when a link works; undefined for one that does not. */
  async function endOf(token: string) {
    const [row] = await db.select().from(setupLinkTable).where(fits(token));
    return row?.expiresAt;
  }

  /** Makes the first admin, and in the same transaction what is to be true from then on. */
  async function begin(token: string, admin: FirstAdmin, also: (tx: Transaction) => Promise<void>) {
    return db.transaction(async (tx) => {
      await oneAtATime(tx);
      if ((await countAdmins(tx, { invited: true })) > 0)
        throw new Problem("not_found", "Switchboard is already set up.");
      const used = await tx.delete(setupLinkTable).where(fits(token)).returning();
      if (used.length !== 1) throw expired();
      await tx.delete(setupLinkTable);
      await also(tx);
      return added(await addPerson(tx, { ...admin, role: "admin" }));
    });
  }

  /** The unattended way; a replica that finds an admin leaves everything as it is. */
  async function ensure(admin: FirstAdmin) {
    return db.transaction(async (tx) => {
      await oneAtATime(tx);
      if ((await countAdmins(tx, { invited: true })) > 0) throw new Problem("conflict", "There is already an admin.");
      return added(await addPerson(tx, { ...admin, role: "admin" }));
    });
  }

  return { isOpen, link, endOf, begin, ensure };
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
