import * as z from "zod/mini";
import { currentView } from "@/lib/contract/console/webhook-log/received-link";
import { keptText } from "./fields";

/** Bounds of stored preferences, which every page reads. Several times of what the screens need. */
const limits = { letters: 40, views: 30, rules: 60 };

const name = keptText(limits.letters);
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
  letter_keys: z.optional(z.boolean()),
  views: z.optional(z.array(savedView).check(z.maxLength(limits.views, `You can save up to ${limits.views} views.`))),
  alerts: z.optional(alertChoices),
  night: z.optional(nightChoices),
});

/** Ignores preferences of earlier versions that exceed the current limits, and those that are gone, such as columns of tables. */
export const storedChoices = z.catch(
  z.pipe(
    choices,
    z.transform(({ views, ...rest }) => ({ ...rest, ...(views && { views: views.map(currentView) }) })),
  ),
  {},
);

export type Preferences = Required<z.output<typeof choices>>;

/** Preferences, views and alert rules that are not included stay as they were. A view whose `search` is null is removed. */
export const preferenceChanges = z.extend(choices, {
  views: z.optional(
    z.array(z.extend(savedView, { search: z.nullable(savedView.shape.search) })).check(z.maxLength(limits.views)),
  ),
});
export type PreferenceChanges = z.output<typeof preferenceChanges>;
