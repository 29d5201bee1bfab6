import * as z from "zod/mini";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, type Role, roles } from "@/lib/contract/operation";

/** Bounds of stored preferences, which every page reads. Several times of what the screens need. */
const limits = { tables: 30, columns: 40, letters: 40, views: 30, rules: 60 };

const name = keptText(limits.letters);
const names = z
  .array(name)
  .check(z.maxLength(limits.columns, `At most ${limits.columns} columns of a table can be saved.`));

/** A person's settings of one table. An empty `order` is the default order. */
const tableChoice = z.object({
  hidden: names,
  order: names,
  compact: z.optional(z.boolean()),
});
export type TableChoice = z.output<typeof tableChoice>;

const tables = z
  .record(name, tableChoice, "A table has a short name and lists of its columns.")
  .check(
    z.refine(
      (byTable) => Object.keys(byTable).length <= limits.tables,
      `Choices can be saved for at most ${limits.tables} tables.`,
    ),
  );

/** A named view of a page. `search` holds the filters of its URL. */
const savedView = z.object({
  page: name,
  name: keptText(60).check(z.refine((name) => name.trim() !== "", "Enter a name.")),
  search: keptText(1_500),
});

/** Chosen notifications by alert rule. A channel that is not chosen follows the rule's audience. */
const alertChoices = z
  .record(name, z.object({ email: z.optional(z.boolean()), browser: z.optional(z.boolean()) }))
  .check(z.refine((byRule) => Object.keys(byRule).length <= limits.rules, "Too many alert rules."));
export type AlertChoices = z.output<typeof alertChoices>;

/** Topics whose alerts are also sent in quiet hours, or not. A topic that is not chosen follows the rule. */
const nightChoices = z.partial(
  z.object({
    deliveries: z.boolean(),
    numbers: z.boolean(),
    campaigns: z.boolean(),
    switchboard: z.boolean(),
  }),
);
export type NightChoices = z.output<typeof nightChoices>;

export const choices = z.object({
  theme: z.optional(z.enum(["system", "light", "dark"])),
  zone: z.optional(z.enum(["utc", "local"])),
  density: z.optional(z.enum(["regular", "compact"])),
  letter_keys: z.optional(z.boolean()),
  columns: z.optional(tables),
  views: z.optional(z.array(savedView).check(z.maxLength(limits.views, `You can save up to ${limits.views} views.`))),
  alerts: z.optional(alertChoices),
  night: z.optional(nightChoices),
});

/** Ignores preferences of earlier versions that exceed the current limits. */
export const storedChoices = z.catch(choices, {});

export type Preferences = Required<z.output<typeof choices>>;

/** Preferences, tables, views and alert rules that are not included stay as they were. A view whose `search` is null is removed. */
const changes = z.extend(choices, {
  views: z.optional(
    z.array(z.extend(savedView, { search: z.nullable(savedView.shape.search) })).check(z.maxLength(limits.views)),
  ),
});
export type PreferenceChanges = z.output<typeof changes>;

/** Merges changes into stored preferences, also channel by channel of each alert rule. */
export function changed<Stored extends Partial<Preferences>>(
  stored: Stored,
  { columns, views = [], alerts = {}, night = {}, ...rest }: PreferenceChanges,
) {
  const isReplaced = (view: { page: string; name: string }) =>
    views.some(({ page, name }) => page === view.page && name === view.name);
  return {
    ...stored,
    ...rest,
    columns: { ...stored.columns, ...columns },
    night: { ...stored.night, ...night },
    alerts: {
      ...stored.alerts,
      ...Object.fromEntries(
        Object.entries(alerts).map(([rule, choice]) => [rule, { ...stored.alerts?.[rule], ...choice }]),
      ),
    },
    views: [
      ...(stored.views ?? []).filter((view) => !isReplaced(view)),
      ...views.flatMap(({ search, ...view }) => (search === null ? [] : [{ ...view, search }])),
    ],
  };
}

export const usualPreferences: Preferences = {
  theme: "system",
  zone: "local",
  density: "regular",
  letter_keys: true,
  columns: {},
  views: [],
  alerts: {},
  night: {},
};

export type Me = {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Present while an admin views as `role`. */
  viewed_from?: "admin" | undefined;
  /** Phone numbers in answers are masked. */
  hides_numbers?: boolean;
  /** ISO 8601. Until then, this session gets the numbers that are else masked. */
  numbers_shown_until?: string | undefined;
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

/** Roles that an admin can view as, with the words for their people. */
export const viewableRoles = {
  viewer: "viewer",
  support: "support staff",
  campaign_manager: "campaign manager",
} as const;
export type ViewableRole = keyof typeof viewableRoles;

/** Lowers the role of this session, or restores it with null. Only for admins, which the handler checks: their role is lowered. */
export const viewAs = operation({
  id: "me.view",
  label: "View as another role",
  acts: {
    viewer: `begin to view as ${viewableRoles.viewer}`,
    support: `begin to view as ${viewableRoles.support}`,
    campaign_manager: `begin to view as ${viewableRoles.campaign_manager}`,
    "": "go back to admin",
  },
  method: "POST",
  path: "/console/me/view",
  about: "role",
  input: z.object({ role: z.nullable(z.enum(["viewer", "support", "campaign_manager"])) }),
  output: ownAnswer<Me>(),
  allow: roles,
});
