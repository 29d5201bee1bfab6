import { eq } from "drizzle-orm";
import { meNow } from "@/lib/auth/preferences";
import { clock } from "@/lib/clock";
import type { Core } from "@/lib/console/core";
import { implement } from "@/lib/contract/console/context";
import { getMasking, setMasking, showNumbers, shownMinutes } from "@/lib/contract/console/people/masking";
import { everything } from "@/lib/contract/console/summary";
import { Problem } from "@/lib/contract/problem";
import { maskingOf, saveMasking } from "@/lib/db/console/number-masking";
import { sessionTable, userTable } from "@/lib/db/console/tables/people";

/** Masks phone numbers for some roles, and shows them for a time with a reason. */
export const masking = ({ db, events }: Pick<Core, "db" | "events">) => [
  implement(getMasking, () => maskingOf(db)),

  implement(setMasking, async ({ is_on }, { person }) => {
    await saveMasking(db, { isOn: is_on, by: person.name });
    events.changed([everything]);
    return {
      message: is_on ? "Support staff and viewers no longer see phone numbers." : "Everyone sees phone numbers.",
    };
  }),

  implement(showNumbers, async (_input, { person }) => {
    const numbersShownUntil = new Date(clock.nowMs() + shownMinutes * 60_000);
    await db.update(sessionTable).set({ numbersShownUntil }).where(eq(sessionTable.id, person.sessionId));
    const [user] = await db.select().from(userTable).where(eq(userTable.id, person.id));
    if (!user) throw new Problem("unauthenticated", "Sign in to continue.");
    return meNow(db, user, { ...person, hidesNumbers: false, numbersShownUntil });
  }),
];
