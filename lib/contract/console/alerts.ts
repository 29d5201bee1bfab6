import * as z from "zod/mini";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";
import type { alertTones, RuleId } from "./alert-rules";

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
  /** True if the rule's audience includes this person's role. */
  hears: boolean;
  /** Null without an active snooze for this person. Without `until`, it lasts until the fingerprint changes. */
  snoozed: Snooze | null;
};

const target = z.object({ alert_id: keptText(100) });
const changed = ownAnswer<{ data: Alert; message: string }>();

/**
 * Unresolved alerts, the most severe first. `notes` counts status words without a meaning and fields that differ from the
 * API document; null unless the person is an admin.
 */
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
  label: "Acknowledge an alert",
  act: "acknowledge the problem {it}",
  method: "POST",
  path: "/console/alerts/{alert_id}/acknowledge",
  input: target,
  output: changed,
  allow: roles,
});

/** The alert reopens if its fingerprint changes. A recurrence after it has cleared raises a new alert. */
export const resolveAlert = operation({
  id: "alerts.resolve",
  label: "Resolve an alert",
  act: "resolve the problem {it}",
  method: "POST",
  path: "/console/alerts/{alert_id}/resolve",
  input: target,
  output: changed,
  allow: roles,
});

/** `for_everyone` needs an admin and a reason. Without `hours` it lasts until the fingerprint changes. */
export const snoozeAlert = operation({
  id: "alerts.snooze",
  label: "Snooze an alert",
  act: "snooze the problem {it}",
  method: "POST",
  path: "/console/alerts/{alert_id}/snooze",
  input: z.extend(target, {
    hours: z.optional(z.int().check(z.gte(1), z.lte(720))),
    for_everyone: z.optional(z.boolean()),
    reason: z.optional(keptText(300)),
  }),
  output: changed,
  allow: roles,
});

export const wakeAlert = operation({
  id: "alerts.wake",
  label: "End a snooze",
  act: "end the snooze of {it}",
  method: "POST",
  path: "/console/alerts/{alert_id}/wake",
  input: target,
  output: changed,
  allow: roles,
});
