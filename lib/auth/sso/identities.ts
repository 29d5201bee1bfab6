import { and, eq, exists, gt, isNotNull, ne, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { isPersonsName } from "@/lib/contract/console/automation/actors";
import type { SsoSettings } from "@/lib/contract/console/people/sso";
import { refused } from "@/lib/contract/problem";
import { accountTable, identityTable, personLinkTable, sessionTable, userTable } from "@/lib/db/console/tables/people";
import type { Database, Transaction } from "@/lib/db/database";
import { keepingAnAdmin, oneLine } from "../people";
import { endLinksOf, lockedUser } from "../person-links";
import { type ProviderAccount, verifiedAddress } from "./claims";
import { isSsoOnly } from "./sso-only";

type Readable = Pick<Database, "select">;
type Settings = Pick<SsoSettings, "issuer" | "name">;

export const identitiesOf = (db: Readable, { issuer }: Settings, userId: string) =>
  db
    .select()
    .from(identityTable)
    .where(and(eq(identityTable.issuer, issuer), eq(identityTable.userId, userId)));

/** The person with this account at the provider. */
export async function findConnected(db: Readable, { issuer }: Settings, { subject }: ProviderAccount) {
  const [row] = await db
    .select({ user: userTable })
    .from(identityTable)
    .innerJoin(userTable, eq(userTable.id, identityTable.userId))
    .where(and(eq(identityTable.issuer, issuer), eq(identityTable.subject, subject)));
  return row?.user;
}

/** The person with an open invitation to the verified email address. Nobody else is found by an address. */
export async function findInvited(db: Readable, account: ProviderAccount) {
  const address = verifiedAddress(account);
  if (address === undefined) return undefined;
  const link = db
    .select({ one: sql`1` })
    .from(personLinkTable)
    .where(and(eq(personLinkTable.userId, userTable.id), gt(personLinkTable.expiresAt, clock.now())));
  const isInvited = and(eq(userTable.email, address), eq(userTable.isInvited, true), exists(link));
  const [user] = await db.select().from(userTable).where(isInvited);
  return user;
}

/** Accepts the invitation. */
export const acceptInvitation = (db: Database, settings: Settings, account: ProviderAccount) =>
  keepingAnAdmin(db, async (tx) => {
    const invited = await findInvited(tx, account);
    if (!invited) throw refused("conflict", "This invitation was just changed. Sign in again.");
    const user = await lockedUser(tx, invited.id);
    await insertIdentity(tx, settings, { userId: user.id, account });
    const given = oneLine(account.name ?? "").slice(0, 120);
    const name = user.name || (isPersonsName(given) ? given : "") || user.email;
    await tx.update(userTable).set({ name, isInvited: false }).where(eq(userTable.id, user.id));
    await endLinksOf(tx, user.id);
  });

/** Connects a signed-in person. */
export const connect = (db: Database, settings: Settings, connection: { userId: string; account: ProviderAccount }) =>
  keepingAnAdmin(db, async (tx) => {
    await lockedUser(tx, connection.userId);
    await insertIdentity(tx, settings, connection);
  });

async function insertIdentity(
  tx: Transaction,
  { issuer, name }: Settings,
  { userId, account: { subject } }: { userId: string; account: ProviderAccount },
) {
  const row = { issuer, subject, userId, createdAt: clock.now() };
  const stored = await tx.insert(identityTable).values(row).onConflictDoNothing().returning();
  if (stored.length > 0) return;
  throw refused("not_possible", `You or this account at ${name} is already connected. Disconnect it first.`);
}

/** Ends the person's other sessions that began at the provider. Throws if the person could no longer sign in. */
export const disconnect = (db: Database, settings: Settings, person: { id: string; sessionId: string }) =>
  keepingAnAdmin(db, async (tx) => {
    await lockedUser(tx, person.id);
    if ((await isSsoOnly(tx)) || !(await hasPassword(tx, person.id)))
      throw refused("not_possible", `Without ${settings.name} you could no longer sign in.`);
    const isOwn = and(eq(identityTable.issuer, settings.issuer), eq(identityTable.userId, person.id));
    if ((await tx.delete(identityTable).where(isOwn).returning()).length === 0)
      throw refused("not_possible", `You are not connected to ${settings.name}.`);
    const { userId, id, sealedIdToken } = sessionTable;
    await tx.delete(sessionTable).where(and(eq(userId, person.id), ne(id, person.sessionId), isNotNull(sealedIdToken)));
  });

export async function hasPassword(db: Readable, userId: string) {
  const isSet = and(eq(accountTable.userId, userId), isNotNull(accountTable.password));
  return (await db.select().from(accountTable).where(isSet)).length > 0;
}
