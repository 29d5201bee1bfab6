import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles, switchVerb } from "@/lib/contract/operation";
import type { AlertTopic, Audience, RecipientKind, RuleId } from "./alert-rule-ids";
import type { Alert } from "./alerts";
import type { RulePause } from "./automation/pauses";

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
  /** How it pauses campaigns; null for a rule that cannot. This has a switch of its own. */
  pause: RulePause | null;
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

export type AlertPace = {
  is_quiet: boolean;
  from: string;
  to: string;
  zone: string;
  /** Quiet hours include weekends. */
  has_weekends: boolean;
  /** Minimum time between two messages to one recipient. */
  digest_minutes: number;
  /** Also notify when an alert clears. */
  notifies_recovery: boolean;
};

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
  output: ownAnswer<AlertSettings>(),
  allow: ["admin"],
});

export const setAlertRule = operation({
  id: "alerts.set_rule",
  label: "Change an alert rule",
  phrase: "change the alert rule {it}",
  phraseOf: ({ is_on, pause }: { is_on?: boolean | undefined; pause?: { is_on?: boolean | undefined } | undefined }) =>
    pause
      ? `${switchVerb(pause.is_on)} the pause of campaigns by the alert rule {it}`
      : `${switchVerb(is_on)} the alert rule {it}`,
  method: "POST",
  path: "/console/alert-settings/rules/{rule}",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

export const setAlertPace = operation({
  id: "alerts.set_pace",
  label: "Change quiet hours and frequency",
  method: "POST",
  path: "/console/alert-settings/pace",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

export const setAlertAudience = operation({
  id: "alerts.set_audience",
  label: "Change who gets the alerts of a group",
  method: "POST",
  path: "/console/alert-settings/audience",
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
  output: ownAnswer<{ data: AlertRecipient; secret: string | null; message: string }>(),
  allow: ["admin"],
  about: "kind",
});

export const setRecipientTopics = operation({
  id: "alerts.set_recipient_topics",
  label: "Change the alerts of a recipient",
  method: "POST",
  path: "/console/alert-settings/recipients/{recipient_id}/topics",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

export const setAlertNight = operation({
  id: "alerts.set_night",
  label: "Change the alerts sent at night",
  method: "POST",
  path: "/console/alert-settings/night",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  isInputKept: true,
});

export const removeAlertRecipient = operation({
  id: "alerts.remove_recipient",
  label: "Remove an alert recipient",
  method: "DELETE",
  path: "/console/alert-settings/recipients/{recipient_id}",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

/** The recipient ID `mail` is the admin's own email address. */
export const testAlertRecipient = operation({
  id: "alerts.test_recipient",
  label: "Send a test alert",
  method: "POST",
  path: "/console/alert-settings/recipients/{recipient_id}/test",
  output: ownAnswer<{ arrived: boolean; message: string }>(),
  allow: ["admin"],
});

/** A rule whose alerts a person may see. `is_default`: its audience includes their role. `is_always`: also in quiet hours. */
export type OwnAlertRule = { rule: RuleId; is_on: boolean; is_default: boolean; is_always: boolean };

/** When mail waits until the morning; the same for everyone. */
export type QuietHours = Pick<AlertPace, "is_quiet" | "from" | "to" | "zone" | "has_weekends">;

/** Default alerts of this person. `mail` is the address, null without a mail server. */
export const listOwnAlerts = operation({
  id: "alerts.own",
  label: "See own notifications",
  method: "GET",
  path: "/console/own-alerts",
  output: ownAnswer<{ data: OwnAlertRule[]; mail: string | null; is_demo: boolean; quiet: QuietHours }>(),
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
  output: ownAnswer<{ data: AlertMessage[]; total: number; failed: number }>(),
  allow: ["admin"],
});

export const defaultPace: AlertPace = {
  is_quiet: false,
  from: "20:00",
  to: "07:00",
  zone: "UTC",
  has_weekends: true,
  digest_minutes: 5,
  notifies_recovery: true,
};
