import type { Person } from "@/lib/contract/actor";
import { defaultPreferences, type Me } from "@/lib/contract/console/people/me";
import type { RestoredCopy } from "@/lib/contract/console/restored-copy";
import { storedChoices } from "@/lib/contract/inputs/preferences";
import type { Role } from "@/lib/contract/operation";
import { restoredCopyOf } from "@/lib/db/console/restored-copy";
import type { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";

type UserRow = Pick<typeof userTable.$inferSelect, "id" | "name" | "email" | "role" | "preferences">;
type SessionRole = Pick<Person, "role" | "viewedFrom">;
type SessionState = SessionRole & Pick<Person, "hidesNumbers" | "numbersShownUntil">;

/** The role of a session. An admin can lower it. The other roles are always those of their accounts. */
export const sessionRole = (role: Role, viewedRole: Role | null): SessionRole =>
  role === "admin" && viewedRole ? { role: viewedRole, viewedFrom: role } : { role };

/** `session` is the role of the session, which an admin can have lowered. */
export const meOf = (user: UserRow, session: SessionState, copy: RestoredCopy | undefined): Me => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: session.role,
  viewed_from: session.viewedFrom,
  ...(session.hidesNumbers ? { hides_numbers: true } : {}),
  numbers_shown_until: session.numbersShownUntil?.toISOString(),
  restored_copy: copy,
  preferences: { ...defaultPreferences, ...storedChoices.parse(user.preferences) },
});

/** As `meOf`, with what is stored now. */
export const meNow = async (db: Pick<Database, "select">, user: UserRow, session: SessionState) =>
  meOf(user, session, await restoredCopyOf(db));
