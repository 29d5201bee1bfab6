import { eq, sql } from "drizzle-orm";
import type { Masking } from "@/lib/contract/console/people/masking";
import type { Role } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { saveSetting } from "./save-setting";
import { collectorSettingTable } from "./tables/collector";

const settingName = "number masking";
const isSetting = eq(collectorSettingTable.name, settingName);

/** Managers call people by their numbers. */
const seesNumbers: Readonly<Record<Role, boolean>> = {
  admin: true,
  campaign_manager: true,
  support: false,
  viewer: false,
};

/** In a query of another table: true if masking is on. */
export const isMaskingOn = sql<boolean>`exists (select from ${collectorSettingTable} where ${isSetting} and value = 'true')`;

/** True for roles whose numbers are hidden while masking is on. */
export const mayHideNumbers = (role: Role) => !seesNumbers[role];

export const isMasked = (role: Role, isMasking: boolean) => isMasking && !seesNumbers[role];

type SessionNumbers = { isMasking: boolean; numbersShownUntil: Date | null; now: Date };

/** The state of phone numbers in a session; empty if its role always gets them. */
export function numbersOf(role: Role, { isMasking, numbersShownUntil, now }: SessionNumbers) {
  if (!isMasked(role, isMasking)) return {};
  return numbersShownUntil && numbersShownUntil > now ? { numbersShownUntil } : { hidesNumbers: true };
}

export async function maskingOf(db: Pick<Database, "select">): Promise<Masking> {
  const [row] = await db.select().from(collectorSettingTable).where(isSetting);
  return { is_on: row?.value === true, set_by: row?.setBy ?? null };
}

export const saveMasking = (db: Pick<Database, "insert">, { isOn, by }: { isOn: boolean; by: string }) =>
  saveSetting(db, { name: settingName, value: isOn, by });
