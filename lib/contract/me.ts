import { z } from "zod";
import { operation, roles } from "./operation";

export const preferences = z.object({
  theme: z.enum(["system", "light", "dark"]).default("system"),
  zone: z.enum(["utc", "local"]).default("utc"),
  density: z.enum(["regular", "compact"]).default("regular"),
  letter_keys: z.boolean().default(true),
  /** Hidden columns and their order, one entry a table. */
  columns: z.record(z.string(), z.object({ hidden: z.array(z.string()), order: z.array(z.string()) })).default({}),
});
export type Preferences = z.output<typeof preferences>;

export const me = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  preferences,
  /** Set for a password somebody else chose: it must be changed. */
  must_change_password: z.boolean(),
});
export type Me = z.output<typeof me>;

export const getMe = operation({
  id: "me.get",
  method: "GET",
  path: "/console/me",
  input: z.object({}),
  output: me,
  allow: roles,
});

export const savePreferences = operation({
  id: "me.save_preferences",
  method: "POST",
  path: "/console/me/preferences",
  input: preferences.partial(),
  output: me,
  allow: roles,
});
