import { randomUUID } from "node:crypto";
import { and, eq, gt, lt } from "drizzle-orm";
import { itself } from "@/lib/audit/audit-lines";
import type { AuditTrail } from "@/lib/audit/audit-trail";
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

  /** Expiry of a link, or undefined if it is not valid. */
  async function expiryOf(token: string) {
    const [row] = await db.select().from(setupLinkTable).where(isValid(token));
    return row?.expiresAt;
  }

  /** Creates the first admin and runs `also` in the same transaction. Throws `not_found` if an admin exists. */
  const create = (admin: FirstAdmin, also: (tx: Transaction) => Promise<void>) =>
    db.transaction(async (tx) => {
      await serializeAdminChanges(tx);
      if ((await countAdmins(tx, { invited: true })) > 0) throw alreadySetUp();
      await also(tx);
      const person = await addPerson(tx, { ...admin, role: "admin" });
      if (!person) throw new Problem("not_possible", "Someone on the team already has this email address.");
    });

  return { isOpen, link, expiryOf, create };
}

export type Setup = ReturnType<typeof createSetup>;

const isValid = (token: string) =>
  and(eq(setupLinkTable.tokenHash, hashOf(token)), gt(setupLinkTable.expiresAt, clock.now()));

/** Voids all links. Throws if this one is not valid. */
export async function redeemSetupLink(tx: Transaction, token: string) {
  const used = await tx.delete(setupLinkTable).where(isValid(token)).returning();
  if (used.length !== 1) throw expired();
  await tx.delete(setupLinkTable);
}

/** A new link, recorded in the audit log. Undefined if an admin exists. */
export async function recordedLink(setup: Setup, trail: AuditTrail) {
  if (!(await setup.isOpen())) return undefined;
  const act = { action: "setup.link", person: itself, requestId: randomUUID(), address: null };
  return trail.recordAct(act, setup.link);
}

export const alreadySetUp = () => new Problem("not_found", "Switchboard is already set up.");

export const expired = () =>
  new Problem(
    "forbidden",
    "This link has been used or is older than 15 minutes. To get a new one, run npm run admin -- setup-link or restart Switchboard.",
  );
