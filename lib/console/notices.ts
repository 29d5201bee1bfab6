import { and, asc, eq, gt, lt, ne } from "drizzle-orm";
import { listSetAside, setNoticeAside } from "@/lib/contract/console/notices";
import { implementIn } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import type { ConsoleContext } from "./console-types";
import { setAsideTable } from "./tables";

const implement = implementIn<ConsoleContext>();
const mostAPerson = 500;
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
    await db.delete(setAsideTable).where(lt(setAsideTable.until, new Date()));
    const others = and(eq(setAsideTable.by, person.name), ne(setAsideTable.key, key));
    if ((await db.$count(setAsideTable, others)) >= mostAPerson) throw full();
    const set = { by: person.name, until: new Date(Date.now() + dayMs) };
    await db
      .insert(setAsideTable)
      .values({ key, ...set })
      .onConflictDoUpdate({ target: setAsideTable.key, set });
    return { data: asideOf({ key, ...set }), message: `Set aside for a day: ${key}` };
  }),
];

const full = () =>
  new Problem("conflict", `You have set ${mostAPerson} rows aside. The first of them comes back within a day.`, {
    outcome: "refused",
  });

const asideOf = ({ key, by, until }: typeof setAsideTable.$inferSelect) => ({ key, by, until: until.toISOString() });
