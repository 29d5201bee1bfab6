import { z } from "#schema";
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
  label: "Acknowledge an alert",
  act: "acknowledge the problem {it}",
  method: "POST",
  path: "/console/alerts/{alert_id}/acknowledge",
  input: target,
  output: changed,
  allow: roles,
});

/** It comes back by itself when it occurs again, or has more to say. */
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

/** For oneself; for everyone only by an admin, with a reason. Without `hours`, until the alert changes. */
export const snoozeAlert = operation({
  id: "alerts.snooze",
  label: "Snooze an alert",
  act: "snooze the problem {it}",
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
  act: "end the snooze of {it}",
  method: "POST",
  path: "/console/alerts/{alert_id}/wake",
  input: target,
  output: changed,
  allow: roles,
});
