import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles, staff } from "@/lib/contract/operation";
import type { alertTones, RuleId } from "./alert-rule-ids";

export type Snooze = { until: string | null; by: string; reason: string | null; for_everyone: boolean };

export type Alert = {
  id: string;
  rule: RuleId;
  state: "open" | "acknowledged" | "resolved";
  tone: (typeof alertTones)[number];
  /** `subject` and `message` make one sentence. */
  subject: string;
  /** `subject` is a phone number. */
  is_phone: boolean;
  message: string;
  why: string;
  /** When it was first seen, by Switchboard's clock. */
  since: string;
  /** The record's own time of its last change, if it was sent and is before `since`; else null. */
  changed_at: string | null;
  last_at: string;
  /** Path of the filtered view, and the text of its link. */
  href: string;
  link: string;
  /** Name of the person who acknowledged it; null without one. */
  owner: string | null;
  is_mine: boolean;
  /** True if this person chose browser notifications of the rule, or its audience includes their role. */
  is_notified: boolean;
  /** Null without an active snooze for this person. Without `until`, it lasts until the fingerprint changes. */
  snoozed: Snooze | null;
};

/**
 * Alerts of one rule, either those that the person snoozed or the others. A group of one has the texts of its alert. A larger
 * group has a sentence of its own, and a reason that names the first of its alerts.
 */
export type AlertGroup = Pick<
  Alert,
  "rule" | "tone" | "subject" | "is_phone" | "message" | "why" | "since" | "snoozed"
> & {
  count: number;
  /** Null unless the group has one alert. */
  only: Pick<Alert, "id" | "changed_at" | "href" | "link"> | null;
  /** Names of the people who acknowledged its alerts. */
  owners: string[];
  /** Number of its alerts that nobody has acknowledged. */
  open: number;
  /** True if this person acknowledged each of them. */
  is_mine: boolean;
};

/** Unresolved alerts, the most severe first, of one rule or of all. */
export const listAlerts = operation({
  id: "alerts.list",
  label: "See the alerts of a rule",
  method: "GET",
  path: "/console/alerts",
  output: ownAnswer<{ data: Alert[] }>(),
  allow: roles,
});

/**
 * Groups of unresolved alerts, the most severe first. `notes` counts status words without a meaning and fields that differ from
 * the API document; null unless the person is an admin.
 */
export const listAlertGroups = operation({
  id: "alerts.groups",
  label: "See what needs attention",
  method: "GET",
  path: "/console/alert-groups",
  output: ownAnswer<{ data: AlertGroup[]; notes: { words: number; fields: number } | null }>(),
  allow: roles,
});

/** `message` is the sentence about the changed alerts. */
const changed = ownAnswer<{ message: string }>();

/** Skips alerts that somebody has acknowledged. */
export const acknowledgeAlerts = operation({
  id: "alerts.acknowledge_group",
  label: "Acknowledge alerts",
  phrase: "acknowledge",
  hasResult: true,
  method: "POST",
  path: "/console/alert-groups/{rule}/acknowledge",
  output: changed,
  allow: staff,
});

/** An alert reopens if its fingerprint changes. A recurrence after it has cleared raises a new alert. */
export const resolveAlerts = operation({
  id: "alerts.resolve_group",
  label: "Resolve alerts",
  phrase: "resolve",
  hasResult: true,
  method: "POST",
  path: "/console/alert-groups/{rule}/resolve",
  output: changed,
  allow: staff,
});

/** `for_everyone` needs an admin and a reason. Without `hours` it lasts until the fingerprint of each alert changes. */
export const snoozeAlerts = operation({
  id: "alerts.snooze_group",
  label: "Snooze alerts",
  phrase: "snooze",
  hasResult: true,
  method: "POST",
  path: "/console/alert-groups/{rule}/snooze",
  output: changed,
  allow: staff,
});

export const wakeAlerts = operation({
  id: "alerts.wake_group",
  label: "End snoozes",
  phrase: "show again",
  hasResult: true,
  method: "POST",
  path: "/console/alert-groups/{rule}/wake",
  output: changed,
  allow: staff,
});
