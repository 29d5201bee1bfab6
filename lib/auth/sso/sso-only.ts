import { and, count, eq, isNotNull, notExists, sql } from "drizzle-orm";
import { refused } from "@/lib/contract/problem";
import { saveSetting } from "@/lib/db/console/save-setting";
import { collectorSettingTable } from "@/lib/db/console/tables/collector";
import { accountTable, identityTable, secondFactorTable, userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";

type Readable = Pick<Database, "select">;

const settingName = "single sign-on only";

export async function isSsoOnly(db: Readable) {
  const isSetting = eq(collectorSettingTable.name, settingName);
  const [row] = await db.select().from(collectorSettingTable).where(isSetting);
  return row?.value === true;
}

export const saveSsoOnly = (db: Pick<Database, "insert">, { isOn, by }: { isOn: boolean; by: string }) =>
  saveSetting(db, { name: settingName, value: isOn, by });

/** Admins who depend on no provider: they sign in with a password and a code. Of all people, or of one. */
async function countLocalAdmins(db: Readable, userId?: string) {
  const [row] = await db
    .select({ count: count() })
    .from(userTable)
    .innerJoin(accountTable, and(eq(accountTable.userId, userTable.id), isNotNull(accountTable.password)))
    .innerJoin(secondFactorTable, eq(secondFactorTable.userId, userTable.id))
    .where(
      and(
        ...[eq(userTable.role, "admin"), eq(userTable.isDisabled, false), eq(userTable.isInvited, false)],
        notExists(db.select({ one: sql`1` }).from(identityTable).where(eq(identityTable.userId, userTable.id))),
        userId === undefined ? undefined : eq(userTable.id, userId),
      ),
    );
  return row?.count ?? 0;
}

/** While only single sign-on is allowed, the passwords of local admins are still accepted. */
export const isPasswordRefused = async (db: Readable, userId: string) =>
  (await isSsoOnly(db)) && (await countLocalAdmins(db, userId)) === 0;

/** Call in the transaction of a change of people, after it. */
export async function refuseWithoutLocalAdmin(db: Readable) {
  if (!(await isSsoOnly(db)) || (await countLocalAdmins(db)) > 0) return;
  throw refused(
    "not_possible",
    "While only single sign-on is allowed, there must be an admin with a password and a second factor who is not connected to it.",
  );
}
