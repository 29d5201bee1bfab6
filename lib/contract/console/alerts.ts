import { z } from "#schema";
import { getCall } from "@/lib/contract/api/calls";
import { listCredentials } from "@/lib/contract/api/credentials";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, type Role, roles } from "@/lib/contract/operation";

export const alertTones = ["fault", "wait", "done"] as const;
export const audiences = ["everyone", "admins", "campaign_managers", "support", "nobody"] as const;
export type Audience = (typeof audiences)[number];
export const recipientKinds = ["email", "post", "slack"] as const;
export type RecipientKind = (typeof recipientKinds)[number];

export const ruleIds = [
  "deliveries_failing",
  "deliveries_share",
  "delivery_attempts",
  "credential_sync",
  "number_suspended",
  "campaign_still",
  "campaign_ended",
  "balance_low",
  "events_silent",
  "calls_unended",
  "call_long",
  "platform_silent",
  "record_changed",
  "disk_low",
  "collector_behind",
] as const;
export type RuleId = (typeof ruleIds)[number];

type RuleKind = {
  title: string;
  says: string;
  /** The limits that can be chosen, the usual one first. `value` is what a rule counts by. */
  limits: readonly { value: string; label: string }[];
  audience: Audience;
  /** Who may see what it is about. */
  allow: readonly Role[];
  isOff?: true;
  /** Sent in quiet hours, too. */
  isAlways?: true;
  /** Told again each day while it holds. */
  isDaily?: true;
};

const minutes = (...values: string[]) => values.map((value) => ({ value, label: `${value} min` }));

/** What counts as a problem, in the order in which it is shown. */
export const ruleKinds: Readonly<Record<RuleId, RuleKind>> = {
  deliveries_failing: {
    title: "Deliveries fail",
    says: "A webhook's deliveries are not delivered",
    limits: ["5/15", "1/5", "3/15", "20/15", "50/60"].map((value) => ({ value, label: countedIn(value, "") })),
    audience: "everyone",
    allow: roles,
  },
  deliveries_share: {
    title: "Too large a share fails",
    says: "Of at least 20 deliveries of a webhook",
    limits: ["10/60", "2/60", "5/60", "25/60", "50/60"].map((value) => ({ value, label: countedIn(value, "%") })),
    audience: "everyone",
    allow: roles,
  },
  delivery_attempts: {
    title: "A delivery takes many attempts",
    says: "And is still not delivered",
    limits: ["6", "3", "4", "8", "10"].map((value) => ({ value, label: `${value} attempts` })),
    audience: "admins",
    allow: roles,
  },
  credential_sync: {
    title: "A credential does not sync",
    says: "Its status means Problem",
    limits: [],
    audience: "admins",
    allow: listCredentials.allow,
  },
  number_suspended: {
    title: "A number is suspended",
    says: "Its status means Problem",
    limits: [],
    audience: "everyone",
    allow: roles,
    isAlways: true,
  },
  campaign_still: {
    title: "A campaign stands still",
    says: "Running, in calling hours, nothing moves",
    limits: minutes("10", "2", "5", "20", "60"),
    audience: "campaign_managers",
    allow: roles,
  },
  campaign_ended: {
    title: "A campaign ends",
    says: "Any way it ends",
    limits: [],
    audience: "campaign_managers",
    allow: roles,
  },
  balance_low: {
    title: "Credit runs low",
    says: "Below the minimum, or it will be soon",
    limits: [
      { value: "7", label: "within 7 days" },
      { value: "0", label: "once below" },
      { value: "3", label: "within 3 days" },
      { value: "14", label: "within 14 days" },
    ],
    audience: "admins",
    allow: roles,
    isDaily: true,
  },
  events_silent: {
    title: "Expected events stay away",
    says: "An event that came every day stops",
    limits: ["6", "2", "12", "24"].map((value) => ({ value, label: `${value} h` })),
    audience: "admins",
    allow: roles,
  },
  calls_unended: {
    title: "Calls start and do not end",
    says: "Fewer ends than starts in 24 h",
    limits: ["10", "3", "25", "100"].map((value) => ({ value, label: `by ${value} calls` })),
    audience: "admins",
    allow: roles,
  },
  call_long: {
    title: "A call is too long",
    says: "Longer than its assistant's maximum",
    limits: ["2", "0", "5", "10"].map((value) => ({ value, label: `by ${value} min` })),
    audience: "nobody",
    allow: getCall.allow,
  },
  platform_silent: {
    title: "The platform does not answer",
    says: "Or it refuses the key",
    limits: minutes("2", "1", "5", "10"),
    audience: "admins",
    allow: roles,
    isAlways: true,
  },
  record_changed: {
    title: "A record changed outside Switchboard",
    says: "Assistant, workflow, tool or number",
    limits: [],
    audience: "nobody",
    allow: ["admin"],
    isOff: true,
  },
  disk_low: {
    title: "Switchboard's disk is nearly full",
    says: "Nothing is sent until space is freed",
    limits: [],
    audience: "admins",
    allow: ["admin"],
    isAlways: true,
  },
  collector_behind: {
    title: "Switchboard is behind",
    says: "What it shows was not read for long",
    limits: minutes("30", "15", "60", "240"),
    audience: "admins",
    allow: ["admin"],
  },
};

/** "5/15" as "5 in 15 min". */
function countedIn(value: string, unit: string) {
  const [count, minutes] = value.split("/");
  return `${count}${unit && ` ${unit}`} in ${minutes} min`;
}

/** The rules whose alerts a role may see. */
export const rulesFor = (role: Role) => ruleIds.filter((id) => ruleKinds[id].allow.includes(role));

export type Snooze = { until: string | null; by: string; reason: string | null; for_everyone: boolean };

export type Alert = {
  id: string;
  rule: RuleId;
  state: "open" | "acknowledged" | "resolved";
  tone: (typeof alertTones)[number];
  /** `subject` and `message` make one sentence. */
  subject: string;
  is_phone: boolean;
  message: string;
  why: string;
  since: string;
  last_at: string;
  /** The exact view, and what its link is called. */
  href: string;
  link: string;
  /** Who took it. */
  owner: string | null;
  is_mine: boolean;
  /** Whether the rule is set so that this person hears of it. */
  hears: boolean;
  /** Null for who is shown it. Without an end, it lasts until the alert changes. */
  snoozed: Snooze | null;
};

const target = z.object({ alert_id: keptText(100) });
const changed = ownAnswer<{ data: Alert; message: string }>();

/** What needs attention, the most pressing first. `notes` counts what only an admin can settle; null for others. */
export const listAlerts = operation({
  id: "alerts.list",
  label: "See what needs attention",
  method: "GET",
  path: "/console/alerts",
  input: z.object({}),
  output: ownAnswer<{ data: Alert[]; notes: { words: number; fields: number } | null }>(),
  allow: roles,
});

export const acknowledgeAlert = operation({
  id: "alerts.acknowledge",
  label: "Take an alert",
  method: "POST",
  path: "/console/alerts/{alert_id}/acknowledge",
  input: target,
  output: changed,
  allow: roles,
});

export const releaseAlert = operation({
  id: "alerts.release",
  label: "Give an alert back",
  method: "POST",
  path: "/console/alerts/{alert_id}/release",
  input: target,
  output: changed,
  allow: roles,
});

/** It comes back by itself when it occurs again, or has more to say. */
export const resolveAlert = operation({
  id: "alerts.resolve",
  label: "Resolve an alert",
  method: "POST",
  path: "/console/alerts/{alert_id}/resolve",
  input: target,
  output: changed,
  allow: roles,
});

/** For oneself; for everyone only by an admin, with a reason. Without `hours`, until the alert changes. */
export const snoozeAlert = operation({
  id: "alerts.snooze",
  label: "Snooze an alert",
  method: "POST",
  path: "/console/alerts/{alert_id}/snooze",
  input: target.extend({
    hours: z.number().int().min(1).max(720).optional(),
    for_everyone: z.boolean().optional(),
    reason: keptText(300).optional(),
  }),
  output: changed,
  allow: roles,
});

export const wakeAlert = operation({
  id: "alerts.wake",
  label: "End a snooze",
  method: "POST",
  path: "/console/alerts/{alert_id}/wake",
  input: target,
  output: changed,
  allow: roles,
});

/** A rule as it is in force, with what it found last. */
export type AlertRule = {
  rule: RuleId;
  is_on: boolean;
  limit: string | null;
  audience: Audience;
  is_always: boolean;
  open: number;
  open_since: string | null;
  owner: string | null;
  tone: Alert["tone"] | null;
  last_at: string | null;
};

export type AlertRecipient = {
  id: string;
  kind: RecipientKind;
  name: string;
  /** The last message to it that was sent or failed. */
  last: { at: string; is_test: boolean; problem: string | null } | null;
};

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Give a time such as 20:00.");

const pace = z.object({
  is_quiet: z.boolean(),
  from: clock,
  to: clock,
  zone: keptText(60),
  has_weekends: z.boolean(),
  digest_minutes: z.number().int().min(1).max(1440),
});
export type AlertPace = z.output<typeof pace>;

export type AlertSettings = {
  rules: AlertRule[];
  recipients: AlertRecipient[];
  pace: AlertPace;
  /** Where mail comes from, and how many people of the team may get some; null without a mail server. */
  mail: { from: string; people: number; last: AlertRecipient["last"] } | null;
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
  method: "POST",
  path: "/console/alert-settings/rules/{rule}",
  input: z.object({
    rule: z.enum(ruleIds),
    is_on: z.boolean().optional(),
    limit: keptText(20).optional(),
    audience: z.enum(audiences).optional(),
    is_always: z.boolean().optional(),
  }),
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

export const setAlertPace = operation({
  id: "alerts.set_pace",
  label: "Change quiet hours and pace",
  method: "POST",
  path: "/console/alert-settings/pace",
  input: pace,
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

/** `secret` is what a signed POST is checked with. It is shown once. */
export const addAlertRecipient = operation({
  id: "alerts.add_recipient",
  label: "Add an alert recipient",
  method: "POST",
  path: "/console/alert-settings/recipients",
  input: z.object({
    kind: z.enum(recipientKinds),
    address: keptText(1_000, z.string().trim().min(1, "Give an address.")),
    name: keptText(100).optional(),
  }),
  output: ownAnswer<{ data: AlertRecipient; secret: string | null; message: string }>(),
  allow: ["admin"],
  about: "kind",
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

/** `mail` stands for the admin's own address by the mail server. */
export const testAlertRecipient = operation({
  id: "alerts.test_recipient",
  label: "Send a test alert",
  method: "POST",
  path: "/console/alert-settings/recipients/{recipient_id}/test",
  input: z.object({ recipient_id: keptText(100) }),
  output: ownAnswer<{ arrived: boolean; message: string }>(),
  allow: ["admin"],
});

export type AlertMessage = {
  id: string;
  at: string;
  to: string;
  kind: RecipientKind;
  titles: string[];
  state: "waiting" | "sending" | "sent" | "failed" | "dropped";
  /** Since when quiet hours held it. */
  held_from: string | null;
  tries: number;
  problem: string | null;
  tested_by: string | null;
};

/** What was sent and what was not, newest first, kept for 400 days. */
export const listAlertMessages = operation({
  id: "alerts.messages",
  label: "See what alerts were sent",
  method: "GET",
  path: "/console/alert-messages",
  input: z.object({
    only: z.enum(["failed"]).optional(),
    limit: z.coerce.number<number>().int().min(1).max(1_000).optional(),
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
};
