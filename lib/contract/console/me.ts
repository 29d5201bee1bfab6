import { z } from "#schema";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, type Role, roles } from "@/lib/contract/operation";

/** Several times what the widest table and the whole of Switchboard have; every page reads what is kept. */
const most = { tables: 30, columns: 40, letters: 40, views: 30 };

const name = keptText(most.letters);
const names = z.array(name).max(most.columns, `No more than ${most.columns} columns of a table are kept.`);

/** How one person likes one table. An empty order is no choice at all. */
const tableChoice = z.object({
  hidden: names,
  order: names,
  compact: z.boolean().optional(),
});
export type TableChoice = z.output<typeof tableChoice>;

const tables = z
  .record(name, tableChoice, "A table has a short name and lists of its columns.")
  .refine(
    (given) => Object.keys(given).length <= most.tables,
    `Choices for more than ${most.tables} tables are not kept.`,
  );

/** What a page shows, under a name: its path and the filters of its address. */
const savedView = z.object({
  page: name,
  name: keptText(60).refine((given) => given.trim() !== "", "Enter a name."),
  search: keptText(1_500),
});

/** Every choice that a person may make for themselves, as it is kept. */
export const choices = z.object({
  theme: z.enum(["system", "light", "dark"]).optional(),
  zone: z.enum(["utc", "local"]).optional(),
  density: z.enum(["regular", "compact"]).optional(),
  letter_keys: z.boolean().optional(),
  /** One entry a table. */
  columns: tables.optional(),
  views: z.array(savedView).max(most.views, `No more than ${most.views} views are kept.`).optional(),
});

export type Preferences = Required<z.output<typeof choices>>;

/** What is not given stays as it was, and so do tables and views that are not named. A view without filters is removed. */
const changes = choices.extend({
  views: z
    .array(savedView.extend({ search: savedView.shape.search.nullable() }))
    .max(most.views)
    .optional(),
});
export type PreferenceChanges = z.output<typeof changes>;

/** The choices as they are after a change. */
export function changed<Kept extends Partial<Preferences>>(
  kept: Kept,
  { columns, views = [], ...given }: PreferenceChanges,
) {
  const isNamed = (view: { page: string; name: string }) =>
    views.some(({ page, name }) => page === view.page && name === view.name);
  return {
    ...kept,
    ...given,
    columns: { ...kept.columns, ...columns },
    views: [
      ...(kept.views ?? []).filter((view) => !isNamed(view)),
      ...views.flatMap(({ search, ...view }) => (search === null ? [] : [{ ...view, search }])),
    ],
  };
}

/** How things are for a person who has chosen nothing yet. */
export const usualPreferences: Preferences = {
  theme: "system",
  zone: "utc",
  density: "regular",
  letter_keys: true,
  columns: {},
  views: [],
};

export type Me = {
  id: string;
  name: string;
  email: string;
  role: Role;
  preferences: Preferences;
};

export const getMe = operation({
  id: "me.get",
  label: "See who is signed in",
  method: "GET",
  path: "/console/me",
  input: z.object({}),
  output: ownAnswer<Me>(),
  allow: roles,
});

export const savePreferences = operation({
  id: "me.save_preferences",
  label: "Change own preferences",
  act: "change their own preferences",
  minor: "preference",
  method: "POST",
  path: "/console/me/preferences",
  input: changes,
  output: ownAnswer<Me>(),
  allow: roles,
});
