import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { alertTones, alertTopics, audiences, recipientKinds, ruleIds } from "@/lib/contract/console/alert-rule-ids";
import type { PauseLimit, PauseSetting } from "@/lib/contract/console/automation/pauses";
import { consoleSchema, moment } from "./schema";

/**
 * An alert stays active until its cause is gone (`clearedAt`). A resolved alert stays active too, so that its cause is reported
 * once. A change of `fingerprint` reopens it.
 */
export const alertTable = consoleSchema.table(
  "alert",
  {
    id: text("id").primaryKey(),
    accountId: text("key_print").notNull(),
    rule: text("rule", { enum: ruleIds }).notNull(),
    ref: text("ref").notNull(),
    state: text("state", { enum: ["open", "acknowledged", "resolved"] }).notNull(),
    tone: text("tone", { enum: alertTones }).notNull(),
    subject: text("subject").notNull(),
    isPhone: boolean("is_phone").notNull(),
    message: text("message").notNull(),
    why: text("why").notNull(),
    href: text("href").notNull(),
    link: text("link").notNull(),
    fingerprint: text("print").notNull(),
    /** Largest number of deliveries that it counted; null for other alerts. */
    count: integer("count"),
    /** First deliveries that it counts, at most five. */
    deliveryIds: text("delivery_ids").array(),
    /** When it was first seen, by Switchboard's clock. */
    since: moment("since").notNull(),
    /** The record's own time of its last change, as the platform sent it. */
    changedAt: moment("record_changed_at"),
    lastAt: moment("last_at").notNull(),
    /** First evaluation that no longer found its cause. */
    clearSince: moment("clear_since"),
    clearedAt: moment("cleared_at"),
    /** Null while it is active, and for alerts of earlier versions. `merged`: another alert reports its cause. */
    clearedAs: text("cleared_as", { enum: ["recovered", "merged", "rule_off"] }),
    notifiedAt: moment("told_at"),
    ownerId: text("owner_id"),
    owner: text("owner"),
    resolvedAt: moment("resolved_at"),
    resolvedBy: text("resolved_by"),
  },
  (table) => [
    uniqueIndex("alert_live").on(table.accountId, table.rule, table.ref).where(sql`cleared_at is null`),
    index("alert_last").on(table.accountId, table.rule, table.since.desc()),
  ],
);

/** A snoozed alert. `personId` is "" for everyone. Without `until`, it lasts until the alert's `fingerprint` changes. */
export const alertSnoozeTable = consoleSchema.table(
  "alert_snooze",
  {
    alertId: text("alert_id")
      .notNull()
      .references(() => alertTable.id, { onDelete: "cascade" }),
    personId: text("person_id").notNull(),
    by: text("by").notNull(),
    reason: text("reason"),
    until: moment("until"),
    fingerprint: text("print").notNull(),
  },
  (table) => [primaryKey({ columns: [table.alertId, table.personId] })],
);

/** Settings of a rule that an admin changed for one account. Null means the default. */
export const alertRuleTable = consoleSchema.table(
  "alert_rule",
  {
    accountId: text("key_print").notNull(),
    rule: text("rule", { enum: ruleIds }).notNull(),
    isOn: boolean("is_on"),
    limit: text("limit"),
    audience: text("audience", { enum: audiences }),
    isAlways: boolean("is_always"),
    /** How it pauses campaigns. Null until an admin changes it. `pauseCampaigns`: the only ones; null for all. */
    isPausing: boolean("is_pausing"),
    pauseLimit: jsonb("pause_limit").$type<Partial<PauseLimit>>(),
    pauseCampaigns: jsonb("pause_campaigns").$type<string[] | null>(),
    pauseChangedBy: text("pause_changed_by"),
    pauseChangedAt: moment("pause_changed_at"),
    pauseFound: jsonb("pause_found").$type<PauseSetting["found"]>(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.rule] })],
);

/** Quiet hours and the minimum time between two messages, in a single row. */
export const alertPaceTable = consoleSchema.table(
  "alert_pace",
  {
    one: boolean("one").primaryKey().default(true),
    isQuiet: boolean("is_quiet").notNull(),
    from: text("from").notNull(),
    to: text("to").notNull(),
    zone: text("zone").notNull(),
    hasWeekends: boolean("has_weekends").notNull(),
    digestMinutes: integer("digest_minutes").notNull(),
    /** True if recipients of an alert are notified of its recovery. */
    notifiesRecovery: boolean("tells_recovery").notNull().default(true),
  },
  (table) => [check("alert_pace_is_one_row", sql`${table.one}`)],
);

/** Recipients besides the team. `sealed` contains the encrypted address and signing secret. */
export const alertRecipientTable = consoleSchema.table("alert_recipient", {
  id: text("id").primaryKey(),
  kind: text("kind", { enum: recipientKinds }).notNull(),
  name: text("name").notNull(),
  /** Topics that it is notified of; null for all. */
  topics: text("topics", { enum: alertTopics }).array(),
  sealed: text("sealed").notNull(),
  addedBy: text("added_by").notNull(),
  addedAt: moment("added_at").notNull(),
});

/** Checked and phrased again when it is sent. `until` is the recovery time. `isEvent` marks an event that needs no action. */
export type MessageItem = {
  alertId: string;
  title: string;
  why: string;
  href: string;
  rule: string;
  since: string;
  until?: string;
  isEvent?: boolean;
  changedAt?: string;
  /** The first of its deliveries, at most five, and their webhook. */
  deliveryIds?: string[];
  webhookId?: string;
};

/** The queue of messages, each to one recipient. `recipient` is `person <id>` for a person of the team. */
export const alertMessageTable = consoleSchema.table(
  "alert_message",
  {
    id: text("id").primaryKey(),
    accountId: text("key_print").notNull(),
    recipient: text("recipient").notNull(),
    kind: text("kind", { enum: recipientKinds }).notNull(),
    to: text("to").notNull(),
    items: jsonb("items").$type<MessageItem[]>().notNull(),
    state: text("state", { enum: ["waiting", "sending", "sent", "failed", "dropped"] }).notNull(),
    /** Delayed by quiet hours. Alerts that clear before their end are not sent, and neither are their recoveries. */
    isHeld: boolean("is_held").notNull(),
    createdAt: moment("created_at").notNull(),
    dueAt: moment("due_at").notNull(),
    /** Null if it was sent, failed or dropped. */
    nextAttemptAt: moment("next_attempt_at"),
    sentAt: moment("sent_at"),
    attempts: integer("tries").notNull().default(0),
    problem: text("problem"),
    /** Name of the person who requested it, for a test. */
    testedBy: text("tested_by"),
  },
  (table) => [
    index("alert_message_recipient").on(table.recipient, table.state, table.dueAt),
    index("alert_message_created").on(table.accountId, table.createdAt.desc(), table.id),
    index("alert_message_next_attempt").on(table.nextAttemptAt).where(sql`${table.nextAttemptAt} is not null`),
  ],
);
