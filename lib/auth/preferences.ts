import type { Person } from "@/lib/contract/actor";
import { defaultPreferences, type Me } from "@/lib/contract/console/people/me";
import { storedChoices } from "@/lib/contract/inputs/preferences";
import type { Role } from "@/lib/contract/operation";
import type { userTable } from "@/lib/db/console/tables/people";

type UserRow = Pick<typeof userTable.$inferSelect, "id" | "name" | "email" | "role" | "preferences">;
type SessionRole = Pick<Person, "role" | "viewedFrom">;
type SessionState = SessionRole & Pick<Person, "hidesNumbers" | "numbersShownUntil">;

/** The role of a session. An admin can lower it. The other roles are always those of their accounts. */
export const sessionRole = (role: Role, viewedRole: Role | null): SessionRole =>
  role === "admin" && viewedRole ? { role: viewedRole, viewedFrom: role } : { role };

/** `session` is the role of the session, which an admin can have lowered. */
export const meOf = (user: UserRow, session: SessionState): Me => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: session.role,
  viewed_from: session.viewedFrom,
  ...(session.hidesNumbers ? { hides_numbers: true } : {}),
  numbers_shown_until: session.numbersShownUntil?.toISOString(),
  preferences: { ...defaultPreferences, ...storedChoices.parse(user.preferences) },
});
