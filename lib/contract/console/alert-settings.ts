import * as z from "zod/mini";
import { keptText, ownAnswer, wholeNumber } from "@/lib/contract/fields";
import { operation, roles, switchVerb } from "@/lib/contract/operation";
import {
  type AlertTopic,
  type Audience,
  alertTopics,
  audiences,
  type RecipientKind,
  type RuleId,
  recipientKinds,
  ruleIds,
} from "./alert-rule-ids";
import type { Alert } from "./alerts";

export type AlertRule = {
  rule: RuleId;
  is_on: boolean;
  limit: string | null;
  audience: Audience;
  is_always: boolean;
  /** Number of unresolved alerts. Without one, `tone` is null. */
  open: number;
  tone: Alert["tone"] | null;
  /** Start of the newest alert, resolved or not; null without any. */
  last_at: string | null;
};

export type AlertRecipient = {
  id: string;
  kind: RecipientKind;
  name: string;
  /** Topics that it is notified of; null for all. */
  topics: AlertTopic[] | null;
  /** Newest message that is no longer waiting; null without one. `problem` is null if it did not fail. */
  last: { at: string; is_test: boolean; problem: string | null } | null;
};

/** Topics of a recipient; all of them without a list. */
const topicList = z.optional(z.array(z.enum(alertTopics)).check(z.minLength(1, "Choose at least one kind of alerts.")));

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 20:00."));

const sameTimes = "Quiet hours must start and end at different times.";

const pace = z
  .object({
    is_quiet: z.boolean(),
    from: clock,
    to: clock,
    zone: keptText(60),
    /** Quiet hours include weekends. */
    has_weekends: z.boolean(),
    /** Minimum time between two messages to one recipient. */
    digest_minutes: z.int().check(z.gte(1), z.lte(1440)),
    /** Also notify when an alert clears. */
    tells_recovery: z.boolean(),
  })
  .check(z.refine(({ is_quiet, from, to }) => !is_quiet || from !== to, { path: ["to"], message: sameTimes }));
export type AlertPace = z.output<typeof pace>;

export type AlertSettings = {
  rules: AlertRule[];
  recipients: AlertRecipient[];
  pace: AlertPace;
  /** Sender address and number of active people, who can all get mail; null without a mail server. */
  mail: { from: string; people: number; last: AlertRecipient["last"] } | null;
  /** The demo platform sends no alerts by mail. */
  is_demo: boolean;
};

export const getAlertSettings = operation({
  id: "alerts.settings",
  label: "See alert settings",
  method: "GET",
  path: "/console/alert-settings",
  input: z.object({}),
  output: ownAnswer<AlertSettings>(),
  allow: ["admin"],
});

export const setAlertRule = operation({
  id: "alerts.set_rule",
  label: "Change an alert rule",
  act: "change the alert rule {it}",
  actOf: ({ is_on }) => `${switchVerb(is_on)} the alert rule {it}`,
  method: "POST",
  path: "/console/alert-settings/rules/{rule}",
  input: z.object({
    rule: z.enum(ruleIds),
    is_on: z.optional(z.boolean()),
    limit: z.optional(keptText(20)),
    audience: z.optional(z.enum(audiences)),
    is_always: z.optional(z.boolean()),
  }),
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

export const setAlertPace = operation({
  id: "alerts.set_pace",
  label: "Change quiet hours and frequency",
  method: "POST",
  path: "/console/alert-settings/pace",
  input: pace,
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

/** `secret` verifies the signature of a POST. It is returned only here, and null for other kinds. */
export const addAlertRecipient = operation({
  id: "alerts.add_recipient",
  label: "Add an alert recipient",
  method: "POST",
  path: "/console/alert-settings/recipients",
  input: z.object({
    kind: z.enum(recipientKinds),
    address: keptText(1_000, z.string().check(z.trim(), z.minLength(1, "Enter an address."))),
    name: z.optional(keptText(100)),
    topics: topicList,
  }),
  output: ownAnswer<{ data: AlertRecipient; secret: string | null; message: string }>(),
  allow: ["admin"],
  about: "kind",
});

export const setRecipientTopics = operation({
  id: "alerts.set_recipient_topics",
  label: "Change the alerts of a recipient",
  method: "POST",
  path: "/console/alert-settings/recipients/{recipient_id}/topics",
  input: z.object({ recipient_id: keptText(100), topics: topicList }),
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

export const setAlertNight = operation({
  id: "alerts.set_night",
  label: "Change the alerts sent at night",
  method: "POST",
  path: "/console/alert-settings/night",
  input: z.object({ topic: z.enum(alertTopics), is_on: z.boolean() }),
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

export const removeAlertRecipient = operation({
  id: "alerts.remove_recipient",
  label: "Remove an alert recipient",
  method: "DELETE",
  path: "/console/alert-settings/recipients/{recipient_id}",
  input: z.object({ recipient_id: keptText(100) }),
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

/** The recipient ID `mail` is the admin's own email address. */
export const testAlertRecipient = operation({
  id: "alerts.test_recipient",
  label: "Send a test alert",
  method: "POST",
  path: "/console/alert-settings/recipients/{recipient_id}/test",
  input: z.object({ recipient_id: keptText(100) }),
  output: ownAnswer<{ arrived: boolean; message: string }>(),
  allow: ["admin"],
});

/** A rule whose alerts a person may see. `is_usual`: its audience includes their role. `is_always`: also in quiet hours. */
export type OwnAlertRule = { rule: RuleId; is_on: boolean; is_usual: boolean; is_always: boolean };

/** What this person is notified of without a choice of their own. `mail` is the address, null without a mail server. */
export const listOwnAlerts = operation({
  id: "alerts.own",
  label: "See own notifications",
  method: "GET",
  path: "/console/own-alerts",
  input: z.object({}),
  output: ownAnswer<{ data: OwnAlertRule[]; mail: string | null; is_demo: boolean }>(),
  allow: roles,
});

export type AlertMessage = {
  id: string;
  /** When it was sent, otherwise when it was created. */
  at: string;
  to: string;
  kind: RecipientKind;
  titles: string[];
  state: "waiting" | "sending" | "sent" | "failed" | "dropped";
  /** Start of its delay by quiet hours; null if they did not delay it. */
  held_from: string | null;
  tries: number;
  problem: string | null;
  tested_by: string | null;
};

/** Messages in any state, newest first by `at`, stored for 400 days. `total` and `failed` count all of them. */
export const listAlertMessages = operation({
  id: "alerts.messages",
  label: "See sent alerts",
  method: "GET",
  path: "/console/alert-messages",
  input: z.object({
    only: z.optional(z.enum(["failed"])),
    limit: wholeNumber(1_000),
  }),
  output: ownAnswer<{ data: AlertMessage[]; total: number; failed: number }>(),
  allow: ["admin"],
});

export const usualPace: AlertPace = {
  is_quiet: false,
  from: "20:00",
  to: "07:00",
  zone: "UTC",
  has_weekends: true,
  digest_minutes: 5,
  tells_recovery: true,
};
