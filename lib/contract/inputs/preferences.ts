import * as z from "zod/mini";
import { currentView } from "@/lib/contract/console/webhook-log/received-link";
import { keptText } from "./fields";

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
export const storedChoices = z.catch(
  z.pipe(
    choices,
    z.transform(({ views, ...rest }) => ({ ...rest, ...(views && { views: views.map(currentView) }) })),
  ),
  {},
);

export type Preferences = Required<z.output<typeof choices>>;

/** Preferences, tables, views and alert rules that are not included stay as they were. A view whose `search` is null is removed. */
export const preferenceChanges = z.extend(choices, {
  views: z.optional(
    z.array(z.extend(savedView, { search: z.nullable(savedView.shape.search) })).check(z.maxLength(limits.views)),
  ),
});
export type PreferenceChanges = z.output<typeof preferenceChanges>;
