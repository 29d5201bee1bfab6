import { eq } from "drizzle-orm";
import {
  type KeptKind,
  keptDays,
  keptKinds,
  type PacedResource,
  pacedResources,
  paces,
} from "@/lib/contract/console/kept";
import { collectorSettingTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";

type Author = { setBy: string | null; setAt: Date | null };
type PaceSetting = Author & { isOn: boolean; everySeconds: number };
type DaysSetting = Author & { days: number };
export type Settings = { paces: Record<PacedResource, PaceSetting>; days: Record<KeptKind, DaysSetting> };

export const paceName = (resource: PacedResource) => `pace ${resource}`;
export const daysName = (kind: KeptKind) => `days ${kind}`;
export const retriesName = (accountId: string) => `retries ${accountId}`;

/** Settings of admins, with defaults for those that were never changed. */
export async function readSettings(db: Database): Promise<Settings> {
  const rows = await db.select().from(collectorSettingTable);
  const settingOf = (name: string) => {
    const { value, setBy = null, setAt = null } = rows.find((row) => row.name === name) ?? {};
    return { value, author: { setBy, setAt } };
  };
  const paceOf = (resource: PacedResource): PaceSetting => {
    const { value, author } = settingOf(paceName(resource));
    const { is_on, every_seconds } = isPlainObject(value) ? value : {};
    const everySeconds = typeof every_seconds === "number" ? every_seconds : paces[resource].usual;
    return { isOn: is_on !== false, everySeconds, ...author };
  };
  const daysOf = (kind: KeptKind): DaysSetting => {
    const { value, author } = settingOf(daysName(kind));
    return { days: typeof value === "number" ? value : keptDays[kind].usual, ...author };
  };
  const entries = pacedResources.map((resource) => [resource, paceOf(resource)] as const);
  return {
    paces: Object.fromEntries(entries) as Settings["paces"],
    days: Object.fromEntries(keptKinds.map((kind) => [kind, daysOf(kind)])) as Settings["days"],
  };
}

/** The platform's retry schedule as an admin entered it, or "". */
export async function retriesOf(db: Database, accountId: string) {
  const isSetting = eq(collectorSettingTable.name, retriesName(accountId));
  const [row] = await db.select().from(collectorSettingTable).where(isSetting);
  const schedule = typeof row?.value === "string" ? row.value : "";
  return { schedule, setBy: row?.setBy ?? null, setAt: row?.setAt ?? null };
}
