import { z } from "zod";
import { operation, roles } from "./operation";

/** How one person likes one table. An empty order is no choice at all. */
const tableChoice = z.object({
  hidden: z.array(z.string()),
  order: z.array(z.string()),
  compact: z.boolean().optional(),
});
export type TableChoice = z.output<typeof tableChoice>;

/** Each choice a person may make for themselves; what is not given stays as it was. */
const choices = z.object({
  theme: z.enum(["system", "light", "dark"]).optional(),
  zone: z.enum(["utc", "local"]).optional(),
  density: z.enum(["regular", "compact"]).optional(),
  letter_keys: z.boolean().optional(),
  /** One entry a table. */
  columns: z.record(z.string(), tableChoice).optional(),
});

export const preferences = choices.required();
export type Preferences = z.output<typeof preferences>;

/** How things are for a person who has chosen nothing yet. */
export const usualPreferences: Preferences = {
  theme: "system",
  zone: "utc",
  density: "regular",
  letter_keys: true,
  columns: {},
};

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
  input: choices,
  output: me,
  allow: roles,
});
