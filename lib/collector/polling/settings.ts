import { eq } from "drizzle-orm";
import { clock } from "@/lib/clock";
import {
  type KeptKind,
  keptDays,
  keptKinds,
  type PacedResource,
  pacedResources,
  paces,
} from "@/lib/contract/console/collecting";
import { collectorSettingTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";

type Author = { setBy: string | null; setAt: Date | null };
type PaceSetting = Author & { isOn: boolean; everySeconds: number };
/** `shorter` replaces `days` at a later time. */
type DaysSetting = Author & { days: number; shorter: { days: number; at: Date } | null };
export type Settings = { paces: Record<PacedResource, PaceSetting>; days: Record<KeptKind, DaysSetting> };

export const paceName = (resource: PacedResource) => `pace ${resource}`;
export const daysName = (kind: KeptKind) => `days ${kind}`;
export const retriesName = (accountId: string) => `retries ${accountId}`;

/** A shorter retention begins a day after it was chosen, so that it can be undone. */
export const undoMs = 86_400_000;

export async function readSettings(db: Database, now = clock.now()): Promise<Settings> {
  const rows = await db.select().from(collectorSettingTable);
  const settingOf = (name: string) => {
    const { value, setBy = null, setAt = null } = rows.find((row) => row.name === name) ?? {};
    return { value, author: { setBy, setAt } };
  };
  const paceOf = (resource: PacedResource): PaceSetting => {
    const { value, author } = settingOf(paceName(resource));
    const { is_on, every_seconds } = isPlainObject(value) ? value : {};
    const everySeconds = typeof every_seconds === "number" ? every_seconds : paces[resource].normal;
    return { isOn: is_on !== false, everySeconds, ...author };
  };
  const daysOf = (kind: KeptKind): DaysSetting => {
    const { value, author } = settingOf(daysName(kind));
    return { ...daysIn(value, { ...author, now }, keptDays[kind].default), ...author };
  };
  const entries = pacedResources.map((resource) => [resource, paceOf(resource)] as const);
  return {
    paces: Object.fromEntries(entries) as Settings["paces"],
    days: Object.fromEntries(keptKinds.map((kind) => [kind, daysOf(kind)])) as Settings["days"],
  };
}

/** Stored as days, or as `{ days, before }` if a shorter retention replaced `before` days. */
function daysIn(value: unknown, { setAt, now }: { setAt: Date | null; now: Date }, usual: number) {
  if (!isPlainObject(value)) return { days: typeof value === "number" ? value : usual, shorter: null };
  const [days, before] = [Number(value.days), Number(value.before)];
  const at = new Date((setAt ?? now).getTime() + undoMs);
  return at > now ? { days: before, shorter: { days, at } } : { days, shorter: null };
}

/** The platform's retry schedule as an admin entered it, or "". */
export async function retriesOf(db: Database, accountId: string) {
  const isSetting = eq(collectorSettingTable.name, retriesName(accountId));
  const [row] = await db.select().from(collectorSettingTable).where(isSetting);
  const schedule = typeof row?.value === "string" ? row.value : "";
  return { schedule, setBy: row?.setBy ?? null, setAt: row?.setAt ?? null };
}
