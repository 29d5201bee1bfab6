import * as z from "zod/mini";
import { alertTopics, audiences, recipientKinds, ruleIds } from "@/lib/contract/console/alert-rule-ids";
import type * as alertSettings from "@/lib/contract/console/alert-settings";
import type * as alerts from "@/lib/contract/console/alerts";
import { rulePause } from "./automation";
import { keptText, noInput, wholeNumber } from "./fields";
import type { InputsFor } from "./inputs-for";

/** Topics of a recipient; all of them without a list. */
const topicList = z.optional(z.array(z.enum(alertTopics)).check(z.minLength(1, "Choose at least one kind of alerts.")));

const recipient = z.object({ recipient_id: keptText(100) });

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 20:00."));

/** Only what is changed. */
const pace = z.partial(
  z.object({
    is_quiet: z.boolean(),
    from: clock,
    to: clock,
    zone: keptText(60),
    has_weekends: z.boolean(),
    digest_minutes: z.int().check(z.gte(1), z.lte(1440)),
    notifies_recovery: z.boolean(),
  }),
);

/** One alert, or without `alert_id` those of the rule when the request arrives. */
const targets = z.object({ rule: z.enum(ruleIds), alert_id: z.optional(keptText(100)) });

export const alertInputs = {
  "alerts.list": z.object({ rule: z.optional(z.enum(ruleIds)) }),
  "alerts.groups": noInput,
  "alerts.acknowledge_group": targets,
  "alerts.resolve_group": targets,
  "alerts.snooze_group": z.extend(targets, {
    hours: z.optional(z.int().check(z.gte(1), z.lte(720))),
    for_everyone: z.optional(z.boolean()),
    reason: z.optional(keptText(300)),
  }),
  "alerts.wake_group": targets,

  "alerts.settings": noInput,
  "alerts.set_rule": z.object({
    rule: z.enum(ruleIds),
    is_on: z.optional(z.boolean()),
    limit: z.optional(keptText(20)),
    audience: z.optional(z.enum(audiences)),
    is_always: z.optional(z.boolean()),
    pause: z.optional(rulePause),
  }),
  "alerts.set_pace": pace,
  "alerts.add_recipient": z.object({
    kind: z.enum(recipientKinds),
    address: keptText(1_000, z.string().check(z.trim(), z.minLength(1, "Enter an address."))),
    name: z.optional(keptText(100)),
    topics: topicList,
  }),
  "alerts.set_recipient_topics": z.extend(recipient, { topics: topicList }),
  "alerts.set_audience": z.object({ topic: z.enum(alertTopics), audience: z.enum(audiences) }),
  "alerts.set_night": z.object({ topic: z.enum(alertTopics), is_on: z.boolean() }),
  "alerts.remove_recipient": recipient,
  "alerts.test_recipient": recipient,
  "alerts.own": noInput,
  "alerts.messages": z.object({ only: z.optional(z.enum(["failed"])), limit: wholeNumber(1_000) }),
} satisfies InputsFor<typeof alerts | typeof alertSettings>;
