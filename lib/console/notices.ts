import { asc, gt } from "drizzle-orm";
import { implementIn } from "@/lib/contract/implement";
import { listSetAside, setNoticeAside } from "@/lib/contract/notices";
import type { Database } from "@/lib/db/database";
import type { ConsoleContext } from "./console";
import { setAsideTable } from "./tables";

const implement = implementIn<ConsoleContext>();
const dayMs = 24 * 60 * 60 * 1000;

/** Rows of "Needs someone" that somebody set aside for a day. */
export const notices = (db: Database) => [
  implement(listSetAside, async () => {
    const isStill = gt(setAsideTable.until, new Date());
    const rows = await db
      .select()
      .from(setAsideTable)
      .where(isStill)
      .orderBy(asc(setAsideTable.until), asc(setAsideTable.key));
    return { data: rows.map(asideOf) };
  }),

  implement(setNoticeAside, async ({ key }, { person }) => {
    const set = { by: person.name, until: new Date(Date.now() + dayMs) };
    await db
      .insert(setAsideTable)
      .values({ key, ...set })
      .onConflictDoUpdate({ target: setAsideTable.key, set });
    return { data: asideOf({ key, ...set }), message: `Set aside for a day: ${key}` };
  }),
];

const asideOf = ({ key, by, until }: typeof setAsideTable.$inferSelect) => ({ key, by, until: until.toISOString() });
