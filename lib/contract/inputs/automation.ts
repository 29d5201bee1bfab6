import * as z from "zod/mini";
import type * as acts from "@/lib/contract/console/automation/acts";
import type * as hours from "@/lib/contract/console/automation/hours";
import { sameHours } from "@/lib/contract/console/automation/hours";
import type * as pauses from "@/lib/contract/console/automation/pauses";
import { pauseCauses } from "@/lib/contract/console/automation/pauses";
import type * as planned from "@/lib/contract/console/automation/planned";
import { longestRef } from "@/lib/contract/console/saved";
import { formatCount } from "@/lib/format/format-count";
import { isZone } from "@/lib/format/zoned-time";
import { confirmed_blocked, confirmed_people, keptRef, keptText, noInput } from "./fields";
import type { InputsFor } from "./inputs-for";

type Automation = typeof acts | typeof hours | typeof pauses | typeof planned;

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 09:00."));
const zone = keptText(100).check(z.refine(isZone, "This time zone is not known."));

function numberFrom(least: number, most: number) {
  const range = `Enter a whole number from ${least} to ${formatCount(most)}.`;
  return z.number(range).check(z.int(range), z.gte(least, range), z.lte(most, range));
}

const days = z.array(numberFrom(1, 7)).check(z.minLength(1, "Choose at least one day."), z.maxLength(7));
const hasDifferentTimes = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => from === undefined || from !== to,
  { path: ["to"], message: sameHours },
);

const amountRule = "Enter an amount without a separator of thousands, such as 1000 or 10.50.";

const campaigns = z.nullish(
  z
    .array(keptRef)
    .check(z.minLength(1, "Choose at least one campaign."), z.maxLength(200, "Choose at most 200 campaigns.")),
);

/** The changed parts of a limit. */
export const pauseLimits = z.object({
  minimum: z.nullish(z.string().check(z.regex(/^\d{1,12}(\.\d{1,6})?$/, amountRule))),
  percent: z.optional(numberFrom(1, 100)),
  minutes: z.optional(numberFrom(5, 1440)),
  least: z.optional(numberFrom(1, 100_000)),
});

/** The changed parts of how a rule pauses campaigns. */
export const rulePause = z.extend(pauseLimits, { is_on: z.optional(z.boolean()), campaigns });

// An offset such as "+01:00" would be wrong after the next clock change.
const namedZone = zone.check(z.regex(/^[A-Za-z]/, "Choose a time zone by its name."));

const weekly = {
  days: z.optional(days),
  from: z.optional(timeOfDay),
  to: z.optional(timeOfDay),
  zone: z.optional(namedZone),
};

/** The changed parts of the calling hours for all campaigns. */
export const weeklyHours = z.object(weekly).check(hasDifferentTimes);

const when = z.object({
  action: z.enum(["start", "pause", "resume"]),
  local: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, "Enter a day and a time.")),
  zone,
  confirmed_people,
  confirmed_blocked,
});

const maxDelayed = 50;

export const automationInputs = {
  "automation.running": noInput,

  "automation.pauses": noInput,
  "automation.pause_preview": z.object({ cause: z.enum(pauseCauses), limit: keptText(1_000) }),

  "automation.set_hours": z
    .object({ campaign_id: keptRef, days, from: timeOfDay, to: timeOfDay, zone: namedZone })
    .check(hasDifferentTimes),
  "automation.remove_hours": z.object({ campaign_id: keptRef }),
  "automation.set_all_hours": z
    .object({ ...weekly, is_on: z.optional(z.boolean()), campaigns })
    .check(hasDifferentTimes),

  "automation.planned": z.object({ campaign_id: z.optional(keptRef) }),
  "automation.plan": z.extend(when, {
    campaign_id: keptText(longestRef, z.string().check(z.minLength(1, "Choose a campaign."))),
  }),
  "automation.delay": z.object({
    action: z.enum(["start", "resume"]),
    campaigns: z.array(z.object({ campaign_id: keptRef, confirmed_people, confirmed_blocked })).check(
      z.minLength(1, "Choose at least one campaign."),
      z.maxLength(maxDelayed, `Choose at most ${maxDelayed} campaigns.`),
      z.refine((campaigns) => new Set(campaigns.map(({ campaign_id }) => campaign_id)).size === campaigns.length),
    ),
  }),
  "automation.delayed": noInput,
  "automation.change_planned": z.extend(when, { planned_id: keptText(50), campaign_id: z.optional(keptRef) }),
  "automation.take_back": z.object({ planned_id: keptText(50) }),
} satisfies InputsFor<Automation>;
