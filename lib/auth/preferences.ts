import * as z from "zod/mini";
import { choices, type Me, usualPreferences } from "@/lib/contract/console/me";
import type { userTable } from "@/lib/db/console/tables/people";

/** Ignores preferences of earlier versions that exceed the current limits. */
export const storedChoices = z.catch(choices, {});

type UserRow = Pick<typeof userTable.$inferSelect, "id" | "name" | "email" | "role" | "preferences">;

export const meOf = (user: UserRow): Me => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  preferences: { ...usualPreferences, ...storedChoices.parse(user.preferences) },
});
