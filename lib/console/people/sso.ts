import { eq } from "drizzle-orm";
import { keepingAnAdmin } from "@/lib/auth/people";
import { disconnect, hasPassword, identitiesOf } from "@/lib/auth/sso/identities";
import { isSsoOnly, saveSsoOnly } from "@/lib/auth/sso/sso-only";
import type { Person } from "@/lib/contract/actor";
import { implement } from "@/lib/contract/console/context";
import { disconnectSso, getSso, type SsoSettings, setSsoOnly } from "@/lib/contract/console/people/sso";
import { refused } from "@/lib/contract/problem";
import { sessionTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";

/** A person's own single sign-on, and whether passwords are accepted besides. */
export function sso(db: Database, settings: SsoSettings | undefined) {
  function configured() {
    if (!settings) throw refused("not_possible", "No provider of single sign-on is set up.");
    return settings;
  }

  return [
    implement(getSso, async (_input, { person }) => {
      const [identity] = settings ? await identitiesOf(db, settings, person.id) : [];
      return {
        provider: settings?.name ?? null,
        connected_since: identity?.createdAt.toISOString() ?? null,
        is_session: await isSsoSession(db, person),
        has_password: await hasPassword(db, person.id),
        is_only: await isSsoOnly(db),
      };
    }),

    implement(disconnectSso, async (_input, { person }) => {
      await disconnect(db, configured(), person);
      return { message: `You are no longer connected to ${configured().name}.` };
    }),

    implement(setSsoOnly, async ({ is_on: isOn }, { person }) => {
      if (isOn && !(await isSsoSession(db, person)))
        throw refused("not_possible", `Sign in with ${configured().name} first, so that you know that it works.`);
      await keepingAnAdmin(db, (tx) => saveSsoOnly(tx, { isOn, by: person.name }));
      return { message: isOn ? "From now on, passwords are refused." : "Passwords are accepted again." };
    }),
  ];
}

async function isSsoSession(db: Database, { sessionId }: Person) {
  const { sealedIdToken } = sessionTable;
  const [row] = await db.select({ sealedIdToken }).from(sessionTable).where(eq(sessionTable.id, sessionId));
  return row !== undefined && row.sealedIdToken !== null;
}
